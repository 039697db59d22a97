import type { State } from '../../agent/state.ts'
import type { PastView } from '../../protocol/inspect-view.ts'

/** Rows that are sent at once: what a screen shows, and somewhat more. */
const ROWS = 20

/** A version as the page shows a session: with the last rows, or those from `from` on. Files that were deleted by then are left out. */
export function viewPast({ head, config, queue, messages, files }: State, from: number | null): PastView {
  const first = from ?? Math.max(0, messages.length - ROWS)
  return {
    view: { head, config, queue: [...queue], messages: messages.slice(first, first + ROWS) },
    files: files.flatMap(({ path, size, blob }) => (blob === null ? [] : [{ path, size }])),
  }
}
