import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { isWorking, stop } from './run.ts'

/**
 * Nothing waits for this helper any more: the call it worked for has ended. All that it still does stops.
 * After this it is a session like any other.
 */
export const release = (
  draft: Draft,
  { partials, spent }: Extract<AgentInput, { type: 'session-release' }>,
): boolean => {
  const { parent } = draft.head
  if (parent === undefined || parent.released) return false
  const atWork = isWorking(draft) || draft.head.unseen !== null || draft.head.compact !== undefined
  if (atWork) {
    stop(draft, partials, spent)
    draft.head.hold ??= { kind: 'aborted' }
  }
  draft.head.parent = { ...parent, released: true }
  return true
}
