import type { AnswerBlock } from '../content.ts'
import { appendRow, type Draft, editAnswer } from '../draft.ts'
import { workingAnswers } from '../index-head.ts'
import { isOpen, type QueuedMessage, type UserMessage } from '../message.ts'
import { wantsName } from '../select.ts'
import { STOPPED, STOPPED_STARTED } from '../words.ts'
import { closeCall, longer } from './shared.ts'

/**
 * Marks something that the brain has not been asked about: the next asking's cut moves here, and so does that of a compression that the person
 * wants, since what it counts has changed.
 */
export const see = (draft: Draft, mark: { user?: boolean; now?: boolean } = {}): void => {
  const { unseen, compact } = draft.head
  if (compact) draft.head.compact = { ...compact, cut: draft.seq }
  draft.head.unseen = {
    cut: draft.seq,
    user: mark.user === true || unseen?.user === true,
    now: mark.now === true || unseen?.now === true,
  }
}

/** Lifts a hold and counts the run's limits anew; at least one turn is granted. `id`: of a run that goes on; else this input begins one. */
export const newRun = (draft: Draft, granted = false, id = draft.seq): void => {
  draft.head.hold = null
  draft.head.turnsLeft = Math.max(1, draft.config.limits.maxTurns)
  draft.head.run = { tokens: 0, cost: 0, ...(granted && { granted }), id }
  draft.head.sameCall = null
  delete draft.head.tooLong
}

export const isWorking = (draft: Draft): boolean => {
  const { live, unsettled, lost } = workingAnswers(draft)
  return live.length > 0 || unsettled.length > 0 || lost.length > 0
}

type Sent = Pick<UserMessage, 'id' | 'content' | 'delivery' | 'timestamp'>
/** Messages join the transcript, together. */
export const join = (draft: Draft, sent: readonly (Sent | QueuedMessage)[], now = false): void => {
  for (const { id, content, delivery, timestamp } of sent)
    appendRow(draft, {
      role: 'user',
      n: draft.head.count,
      seq: draft.seq,
      timestamp,
      id,
      content: [...content],
      delivery,
    })
  see(draft, { user: true, now })
}

/** '': nobody named it. */
export const endNaming = (draft: Draft, title: string): void => {
  draft.head.title = title
  delete draft.head.naming
}

/** Ends all work at once. Nothing it leaves behind counts as unseen; the queues are kept. */
export const stop = (draft: Draft, partials: Record<string, AnswerBlock[]>): void => {
  if (wantsName(draft.head)) endNaming(draft, '')
  delete draft.head.compact
  const { live, unsettled } = workingAnswers(draft)
  for (const { n } of live) {
    const answer = editAnswer(draft, n)
    if (!answer) continue
    const partial = Object.hasOwn(partials, answer.cut) ? partials[answer.cut] : undefined
    answer.status = 'aborted'
    answer.content = longer(answer.content, partial ?? [])
    answer.calls = []
    answer.retryAt = null
    answer.settledAt = draft.seq
    answer.endedAt = draft.now
  }
  for (const { n } of unsettled) {
    const answer = editAnswer(draft, n)
    if (!answer) continue
    for (const call of answer.calls.filter(isOpen))
      closeCall(draft, call, { kind: 'aborted', words: call.started ? STOPPED_STARTED : STOPPED })
    answer.settledAt = draft.seq
  }
  draft.head.live = []
  draft.head.unsettled = []
  draft.head.unseen = null
}
