import { createSignal } from 'solid-js'
import type { ToolCall } from '../../agent/message.ts'
import { toolState } from './tool-state.ts'

/** Calls beside each other that are done, and were shown as one line; by the first one's place among the blocks. */
export type Fold = { from: number; to: number; first: string; names: string[] }

/** What a person wants to see stays: pages, pictures, and all that did not go well. */
const isQuiet = (call: ToolCall): boolean =>
  toolState(call) === 'Done' &&
  call.result?.details?.shape !== 'artifact' &&
  call.result?.details?.shape !== 'image' &&
  !call.result?.content.some(({ type }) => type === 'image')

/** Runs of two or more. `to` is the place after the last. */
export function foldsOf(blocks: readonly { call?: ToolCall | undefined }[]): Fold[] {
  const folds: Fold[] = []
  let fold: Fold | null = null
  for (const [place, { call }] of blocks.entries()) {
    if (call === undefined || !isQuiet(call)) fold = null
    else if (fold === null) {
      fold = { from: place, to: place + 1, first: call.id, names: [call.name] }
      folds.push(fold)
    } else {
      fold.to = place + 1
      fold.names.push(call.name)
    }
  }
  return folds.filter(({ names }) => names.length > 1)
}

const [open, setOpen] = createSignal<ReadonlySet<string>>(new Set())

/** Whether the person opened the fold that begins with this call; until the page is left. */
export const isFoldOpen = (first: string): boolean => open().has(first)
export function toggleFold(first: string): void {
  const next = new Set(open())
  if (!next.delete(first)) next.add(first)
  setOpen(next)
}
