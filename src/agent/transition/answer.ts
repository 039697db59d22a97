import { castDraft } from 'mutative'
import type { AnswerBlock, Failure } from '../content.ts'
import { appendRow, type Draft, editAnswer, type OpenAnswer } from '../draft.ts'
import { hasNoRoom, nextModel } from '../fallback.ts'
import { askingCut } from '../select.ts'
import { MAX_ATTEMPTS } from '../version.ts'
import { tellPlan } from './plan.ts'
import { goOnward } from './run.ts'
import { longer, streaming } from './shared.ts'
import { isTooLongFor, makeRoom } from './too-long.ts'

/** The life of an answer: opened for the wanted cut, started, failed. */

type Work = { cut: number; attempt: number }

/** The streaming answer of this work; for a wanted request it is opened now. */
export const liveAnswer = (draft: Draft, work: Work): OpenAnswer | undefined =>
  streaming(draft, work) ?? (work.attempt === 0 ? openAnswer(draft, work.cut) : undefined)

const openAnswer = (draft: Draft, cut: number): OpenAnswer | undefined => {
  const { head } = draft
  if (askingCut(head) !== cut) return undefined
  const n = head.count
  appendRow(draft, {
    role: 'assistant',
    n,
    seq: draft.seq,
    timestamp: draft.now,
    cut,
    attempt: 0,
    starts: 0,
    status: 'streaming',
    content: [],
    calls: [],
    changedContext: false,
    retryAt: null,
    settledAt: null,
    failure: null,
    model: null,
    stopReason: null,
    usage: null,
    cost: null,
    endedAt: null,
  })
  head.unseen = null
  head.turnsLeft--
  // a model of the person's chain may have no room: the grant is for whichever answers
  if (nextModel(draft) === null) delete head.run.granted
  const answer = editAnswer(draft, n)
  if (answer) tellPlan(draft, answer)
  return answer
}

/** The failure in the head is for the status line; the row keeps the full text. */
const MAX_WORDS_IN_HEAD = 300

type Failing = {
  failure: Failure
  partial: readonly AnswerBlock[]
  retryAt: number | null
  window?: number | undefined
}

/**
 * Ends an attempt. The newest answer waits for its retry if it has attempts left; otherwise it has failed. It then
 * holds the run, unless its model has no capacity and there is a next model: that one is asked, sooner if possible.
 */
export const failAnswer = (draft: Draft, answer: OpenAnswer, { failure, partial, retryAt, window }: Failing): void => {
  const newest = !draft.head.unseen && draft.head.newestCut <= answer.cut
  answer.content = castDraft(longer(answer.content, partial))
  answer.calls = []
  answer.changedContext = false
  answer.starts = 0
  answer.attempt++
  answer.failure = failure
  const instead = newest && hasNoRoom(failure) ? nextModel(draft) : null
  const most = instead === null ? MAX_ATTEMPTS : (draft.config.fallback?.after ?? 1)
  if (retryAt !== null && newest && answer.attempt < most) {
    answer.status = 'waiting'
    answer.retryAt = retryAt
    return
  }
  answer.status = 'failed'
  answer.endedAt = draft.now
  if (newest && isTooLongFor(draft, failure)) makeRoom(draft, window)
  else if (instead !== null) {
    answer.wentOn = { providerId: instead.providerId, model: instead.model }
    goOnward(draft)
  } else if (newest)
    draft.head.hold = {
      kind: 'failed',
      failure: { ...failure, message: failure.message.slice(0, MAX_WORDS_IN_HEAD) },
    }
}
