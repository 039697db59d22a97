import { createSignal } from 'solid-js'

/** Own words that fill more than a view, a log that was pasted for one, show their beginning. */
const LINES = 24
const SIGNS = 1_800

export const isLong = (text: string): boolean => text.length > SIGNS || text.split('\n', LINES + 1).length > LINES

const [open, setOpen] = createSignal<ReadonlySet<string>>(new Set())

/**
 * Whether a long message, by its id, is shown in full: the person expanded it, or a part of it must be visible. Until
 * the page is left.
 */
export const isWhole = (id: string): boolean => open().has(id)

export function showWhole(id: string, whole: boolean): void {
  if (isWhole(id) === whole) return
  const next = new Set(open())
  if (whole) next.add(id)
  else next.delete(id)
  setOpen(next)
}
