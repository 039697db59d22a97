import { createSignal } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import type { Fold } from './row-folds.ts'
import { testsOf } from './test-words.ts'
import { toolState } from './tool-state.ts'
import { wayAround } from './way-around.ts'

/**
 * Whether a call may be folded. Results that a person wants to see are not: pages, pictures, failing tests, and
 * everything that went wrong.
 */
export const isQuiet = (call: ToolCall): boolean =>
  toolState(call) === 'Done' &&
  call.helper === undefined &&
  wayAround(call) === null &&
  call.result?.details?.shape !== 'artifact' &&
  call.result?.details?.shape !== 'image' &&
  (testsOf(call.result?.details)?.failed ?? 0) === 0 &&
  !call.result?.content.some(({ type }) => type === 'image')

/** Fewest steps that fold into one line: next to each other in one answer, or over several answers. */
const IN_ONE = 2
const OVER_SEVERAL = 3

/**
 * Folds of quiet calls among the blocks of row `n`. `after`: calls of later rows that have nothing else to show; they
 * extend the last fold if it is at the end of the row.
 */
export function foldsOf(
  blocks: readonly { call?: ToolCall | undefined }[],
  n = 0,
  after: readonly (readonly ToolCall[])[] = [],
  session = '',
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
    const keys = all.map(({ id }) => callKey(session, id))
    const first = keys[0] ?? ''
    const enough = calls.length >= IN_ONE || all.length >= OVER_SEVERAL
    if (!enough) return []
    return [{ from, to, first, names: all.map(({ name }) => name), until: n + more.length, open: isOpen(first, keys) }]
  })
}

const [open, setOpen] = createSignal<ReadonlySet<string>>(new Set())
const [looked, setLooked] = createSignal<ReadonlySet<string>>(new Set())

/** Calls of two sessions may have the same id. */
export const callKey = (session: string, call: string): string => `${session} ${call}`

/**
 * Whether the person opened the fold that begins with this call, or looks at one of its calls; until the page is left.
 */
const isOpen = (first: string, keys: readonly string[]): boolean =>
  open().has(first) || (looked().size > 0 && keys.some((key) => looked().has(key)))

/** Opens or closes a fold: by its line, or because something inside must be shown. */
export function setFoldOpen(first: string, to: boolean): void {
  const next = new Set(open())
  if (to) next.add(first)
  else {
    next.delete(first)
    setLooked(new Set<string>())
  }
  setOpen(next)
}

/** A card that a person has opened is not folded away while they look at it. */
export function lookAt(key: string, looks: boolean): void {
  if (looked().has(key) === looks) return
  const next = new Set(looked())
  if (looks) next.add(key)
  else next.delete(key)
  setLooked(next)
}
