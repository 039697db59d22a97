import { castDraft } from 'mutative'
import type { AnswerBlock } from '../content.ts'
import { appendRow, type Draft, editAnswer } from '../draft.ts'
import { workingAnswers } from '../index-head.ts'
import type { Spending } from '../input.ts'
import { isOpen, type QueuedMessage, type UserMessage } from '../message.ts'
import { wantsName } from '../select.ts'
import { thresholdOf } from '../threshold.ts'
import { STOPPED, STOPPED_STARTED } from '../words.ts'
import { spend } from './limits.ts'
import { closeCall, longer } from './shared.ts'

/**
 * Marks input that the brain has not been asked about: the next request's cut moves here. So does the cut of a
 * compression that the person wants, since its count has changed.
 */
export const see = (draft: Draft, mark: { user?: boolean; now?: boolean } = {}): void => {
  const { unseen, compact } = draft.head
  if (compact) compact.cut = draft.seq
  draft.head.unseen = {
    cut: draft.seq,
    user: mark.user === true || unseen?.user === true,
    now: mark.now === true || unseen?.now === true,
  }
}

/**
 * Lifts a hold and restarts the run's limits; at least one turn is granted. `id`: of a run that continues; otherwise
 * this input begins one.
 */
export const newRun = (draft: Draft, granted = false, id = draft.seq): void => {
  draft.head.hold = null
  draft.head.turnsLeft = Math.max(1, draft.config.limits.maxTurns)
  chooseAnew(draft)
  draft.head.run = { tokens: 0, cost: 0, ...(granted && { granted }), id }
  draft.head.sameCall = null
  delete draft.head.tooLong
}

/** Returns to the chosen model. What was learned about another one's window is forgotten. */
export const chooseAnew = (draft: Draft): void => {
  const { run } = draft.head
  if (run.onward === undefined) return
  delete run.onward
  draft.head.compressAbove = thresholdOf(draft.config)
  delete draft.head.measure
}

/**
 * The asked model has no capacity: asks the next one, under a new cut. The turn of the refused request is given back.
 */
export const goOnward = (draft: Draft): void => {
  const { head } = draft
  head.run.onward = (head.run.onward ?? 0) + 1
  head.turnsLeft++
  delete head.measure
  see(draft)
}

export const isWorking = (draft: Draft): boolean => {
  const { live, unsettled, lost } = workingAnswers(draft)
  return live.length > 0 || unsettled.length > 0 || lost.length > 0
}

type Sent = Pick<UserMessage, 'id' | 'content' | 'delivery' | 'timestamp' | 'by'>
/** Messages join the transcript together. */
export const join = (draft: Draft, sent: readonly (Sent | QueuedMessage)[], now = false): void => {
  for (const { id, content, delivery, timestamp, ...rest } of sent)
    appendRow(draft, {
      role: 'user',
      n: draft.head.count,
      seq: draft.seq,
      timestamp,
      id,
      content: castDraft([...content]),
      delivery,
      ...('by' in rest && rest.by && { by: rest.by }),
    })
  see(draft, { user: true, now })
}

/** '': no name was found. */
export const endNaming = (draft: Draft, title: string): void => {
  draft.head.title = title
  delete draft.head.naming
}

/**
 * Ends all work at once. Nothing it leaves counts as unseen; the queues are kept. Usage of stopped answers is counted.
 */
export const stop = (
  draft: Draft,
  partials: Readonly<Record<string, readonly AnswerBlock[]>>,
  spent: Readonly<Record<string, Spending>> = {},
): void => {
  if (wantsName(draft.head)) endNaming(draft, '')
  delete draft.head.compact
  const { live, unsettled } = workingAnswers(draft)
  for (const { n } of live) {
    const answer = editAnswer(draft, n)
    if (!answer) continue
    const partial = Object.hasOwn(partials, answer.cut) ? partials[answer.cut] : undefined
    answer.status = 'aborted'
    answer.content = castDraft(longer(answer.content, partial ?? []))
    answer.calls = []
    answer.retryAt = null
    answer.settledAt = draft.seq
    answer.endedAt = draft.now
    const took = Object.hasOwn(spent, answer.cut) ? spent[answer.cut] : undefined
    if (took === undefined) continue
    answer.usage = took.usage
    answer.cost = took.cost
    spend(draft, took)
  }
  for (const { n } of unsettled) {
    const answer = editAnswer(draft, n)
    if (!answer) continue
    for (const call of answer.calls.filter(isOpen))
      closeCall(draft, call, {
        kind: 'aborted',
        words:
          call.started || call.helper !== undefined || call.form !== undefined || call.answered !== undefined
            ? STOPPED_STARTED
            : STOPPED,
      })
    answer.settledAt = draft.seq
  }
  draft.head.live = []
  draft.head.unsettled = []
  draft.head.unseen = null
}
