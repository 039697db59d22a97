import { type Draft, editAnswer } from '../draft.ts'
import { runOf } from '../head.ts'
import { workingAnswers } from '../index-head.ts'
import { type Answer, isOpen, type QueuedMessage } from '../message.ts'
import { inTurn } from '../select.ts'
import { reachedLimit } from './limits.ts'
import { isWorking, join, newRun, see } from './run.ts'

/**
 * After every input that applied: finished turns settle, queued messages join at a turn boundary, limits are checked.
 */
export const settle = (draft: Draft): void => {
  for (const answer of workingAnswers(draft).unsettled) settleAnswer(draft, answer)
  if (draft.head.hold) return
  if (!isWorking(draft)) drain(draft)
  checkLimits(draft)
}

const settleAnswer = (draft: Draft, { n, calls }: Answer): void => {
  const open = calls.filter(isOpen)
  const sequential = calls.some((call) => call.sequential)
  if (open.length > 0 && inTurn(sequential, open).every((call) => call.turnAt !== null)) return
  const answer = editAnswer(draft, n)
  if (!answer) return
  for (const call of inTurn(sequential, answer.calls.filter(isOpen))) call.turnAt ??= draft.seq
  if (open.length > 0) return
  answer.settledAt = draft.seq
  const ended = calls.every((call) => call.result?.terminate === true) // also: no calls at all
  if (!(ended || answer.stopReason === 'refusal') || draft.head.unseen) see(draft)
}

/** Steer joins before the next request; follow-up when the run would end. */
const drain = (draft: Draft): void => {
  const { steerMode, followUpMode } = draft.config
  const { unseen } = draft.head
  const steer = draft.queue.filter((message) => message.delivery === 'steer')
  const followUp = draft.queue.filter((message) => message.delivery === 'follow-up')
  if (steer.length > 0 && !unseen?.user) take(draft, steerMode === 'one' ? steer.slice(0, 1) : steer)
  else if (followUp.length > 0 && !unseen) {
    newRun(draft, false, runOf(draft.head))
    take(draft, followUpMode === 'one' ? followUp.slice(0, 1) : followUp)
  }
}

const take = (draft: Draft, taken: readonly QueuedMessage[]): void => {
  draft.queue = draft.queue.filter((message) => !taken.includes(message))
  join(draft, taken)
}

/** Turns are counted at the boundary. Limits of cost also forbid a request beside a stream. */
const checkLimits = (draft: Draft): void => {
  const { head } = draft
  const { live, unsettled, lost } = workingAnswers(draft)
  if (!head.unseen || unsettled.length > 0 || lost.length > 0) return
  if (live.length === 0 && head.turnsLeft <= 0) head.hold = { kind: 'limit', limit: 'turns' }
  else {
    const limit = reachedLimit(draft, live.length > 0)
    if (limit) head.hold = { kind: 'limit', limit }
  }
}
