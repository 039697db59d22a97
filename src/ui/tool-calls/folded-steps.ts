import { createSignal } from 'solid-js'
import type { ToolCall } from '../../agent/message.ts'
import type { Fold } from '../transcript/row-folds.ts'
import { toolState } from './tool-state.ts'

/** What a person wants to see stays: pages, pictures, and all that did not go well. */
export const isQuiet = (call: ToolCall): boolean =>
  toolState(call) === 'Done' &&
  call.result?.details?.shape !== 'artifact' &&
  call.result?.details?.shape !== 'image' &&
  !call.result?.content.some(({ type }) => type === 'image')

/** From how many steps on they are one line: beside each other in one answer, or over several answers. */
const IN_ONE = 2
const OVER_SEVERAL = 3

/**
 * Runs of quiet calls among the blocks of row `n`. `after`: the calls of the rows behind it that have nothing else to show, which go on
 * with the last run where that stands at the end.
 */
export function foldsOf(
  blocks: readonly { call?: ToolCall | undefined }[],
  n = 0,
  after: readonly (readonly ToolCall[])[] = [],
): Fold[] {
  const runs: { from: number; calls: ToolCall[] }[] = []
  let run: { from: number; calls: ToolCall[] } | null = null
  for (const [place, { call }] of blocks.entries()) {
    if (call === undefined || !isQuiet(call)) run = null
    else if (run === null) {
      run = { from: place, calls: [call] }
      runs.push(run)
    } else run.calls.push(call)
  }
  return runs.flatMap(({ from, calls }): Fold[] => {
    const to = from + calls.length
    const more = to === blocks.length ? after : []
    const all = [...calls, ...more.flat()]
    const first = all[0]?.id ?? ''
    const enough = calls.length >= IN_ONE || all.length >= OVER_SEVERAL
    if (!enough) return []
    return [{ from, to, first, names: all.map(({ name }) => name), until: n + more.length, open: isOpen(first, all) }]
  })
}

const [open, setOpen] = createSignal<ReadonlySet<string>>(new Set())
const [looked, setLooked] = createSignal<ReadonlySet<string>>(new Set())

/** Whether the person opened the fold that begins with this call, or looks at one of its calls; until the page is left. */
const isOpen = (first: string, calls: readonly ToolCall[]): boolean =>
  open().has(first) || (looked().size > 0 && calls.some(({ id }) => looked().has(id)))

/** By the line itself; or because something inside is to be seen. */
export function setFoldOpen(first: string, to: boolean): void {
  const next = new Set(open())
  if (to) next.add(first)
  else {
    next.delete(first)
    setLooked(new Set<string>())
  }
  setOpen(next)
}

/** A card that a person has opened is not folded away under their eyes. */
export function lookAt(call: string, looks: boolean): void {
  if (looked().has(call) === looks) return
  const next = new Set(looked())
  if (looks) next.add(call)
  else next.delete(call)
  setLooked(next)
}
