import { castDraft } from 'mutative'
import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { rowAt } from '../rows.ts'
import { wantsName } from '../select.ts'
import { chooseAnew, isWorking, stop } from './run.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/**
 * Makes a copied session independent from row `count` on: later rows are removed, all work has ended, the queues are
 * empty. It waits for the person. Refused if the summary covers a row that would go: nobody could undo that.
 */
export const branch = (draft: Draft, { count, origin, title }: Of<'session-branch'>): boolean => {
  const { before } = draft
  const { head } = draft
  const first = rowAt(before.messages, count)
  if (count > head.count || (count < head.count && first === undefined)) return false
  if (count > 0 && rowAt(before.messages, count - 1) === undefined) return false
  if (first !== undefined && first.seq <= head.summaryCutAt) return false
  stop(draft, {})
  draft.queue = []
  head.createdAt = draft.now
  if (title !== undefined) head.title = title
  head.origin = castDraft(origin)
  delete head.parent
  delete head.tooLong
  delete head.recorded
  chooseAnew(draft)
  const last = count === 0 ? undefined : (draft.rows.get(count - 1) ?? rowAt(before.messages, count - 1))
  const said = last?.role === 'assistant' && last.status === 'complete' && last.calls.length === 0
  head.hold = last === undefined || said ? null : { kind: 'aborted' }
  draft.keep = count
  return true
}

/** It is no longer a variant or a helper of another session. */
export const detach = (draft: Draft): boolean => {
  const { origin, parent } = draft.head
  if (origin?.family === undefined && parent === undefined) return false
  delete origin?.family
  delete draft.head.parent
  return true
}

/** Nothing can be added from now on. Refused while anything runs or is still to be asked. */
export const record = (draft: Draft): boolean => {
  const { head } = draft
  if (head.recorded || isWorking(draft) || head.unseen || head.compact !== undefined || wantsName(head)) return false
  head.recorded = true
  return true
}

/** It holds private material from its beginning, for good. */
export const keepPrivate = (draft: Draft): boolean => {
  if (draft.head.private) return false
  draft.head.private = true
  return true
}
