import type { Immutable } from 'mutative'
import type { State } from '../../agent/state.ts'
import type { PastView } from '../../protocol/inspect.ts'

/** Rows of a version that are sent at once: slightly more than a screenful. */
export const SHOWN_ROWS = 20

/**
 * A version in the form of a session: with its last rows, or those from `from` on. Files that were deleted by then are
 * left out.
 */
export function viewPast(
  { head, config, plan, queue, messages, files }: State,
  from: number | null,
): Immutable<PastView> {
  const first = from ?? Math.max(0, head.count - SHOWN_ROWS)
  const shown = messages.filter(({ n }) => n >= first && n < first + SHOWN_ROWS)
  return {
    view: { head, config, plan, queue: [...queue], messages: shown },
    files: files.filter(({ blob }) => blob !== null),
  }
}
