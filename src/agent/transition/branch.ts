import type { Draft } from '../draft.ts'
import type { AgentInput } from '../input.ts'
import { rowAt } from '../rows.ts'
import { wantsName } from '../select.ts'
import { chooseAnew, isWorking, stop } from './run.ts'

type Of<Type extends AgentInput['type']> = Extract<AgentInput, { type: Type }>

/**
 * What was copied from another session goes its own way from row `count` on: later rows are taken away, all work has ended, nothing waits.
 * It stands still until the person says something. Refused when the summary tells of a row that would go: nobody could take that back.
 */
export const branch = (draft: Draft, { count, origin, title }: Of<'session-branch'>): boolean => {
  const { head, before } = draft
  const first = rowAt(before.messages, count)
  if (count > head.count || (count < head.count && first === undefined)) return false
  if (count > 0 && rowAt(before.messages, count - 1) === undefined) return false
  if (first !== undefined && first.seq <= head.summaryCutAt) return false
  stop(draft, {})
  draft.queue = []
  head.createdAt = draft.now
  if (title !== undefined) head.title = title
  head.origin = origin
  delete head.tooLong
  delete head.recorded
  chooseAnew(draft)
  const last = count === 0 ? undefined : (draft.rows.get(count - 1) ?? rowAt(before.messages, count - 1))
  const said = last?.role === 'assistant' && last.status === 'complete' && last.calls.length === 0
  head.hold = last === undefined || said ? null : { kind: 'aborted' }
  draft.keep = count
  return true
}

/** It is no variant of another session any more. */
export const detach = (draft: Draft): boolean => {
  const { origin } = draft.head
  if (origin?.family === undefined) return false
  const { family: _, ...rest } = origin
  draft.head.origin = rest
  return true
}

/** Nothing is added to it from here on. Refused while anything works or is still to be asked. */
export const record = (draft: Draft): boolean => {
  const { head } = draft
  if (head.recorded || isWorking(draft) || head.unseen || head.compact !== undefined || wantsName(head)) return false
  head.recorded = true
  return true
}
