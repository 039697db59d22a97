import { type Draft, editAnswer } from '../draft.ts'
import { workingAnswers } from '../index-head.ts'
import type { UserInput } from '../input.ts'
import { MAX_QUEUED } from '../version.ts'
import { changeFiles } from './files.ts'
import { isWorking, join, newRun, stop } from './run.ts'

type Of<Type extends UserInput['type']> = Extract<UserInput, { type: Type }>

/**
 * Refuses an id that is queued or last (an index catches older ones before the input is stamped), and a message for a
 * full queue. A steer sent while idle also goes through the queue; `settle` lets it join at once.
 */
export const sendMessage = (draft: Draft, input: Of<'user-send-message'>): boolean => {
  const { messageId: id, content, delivery, partials, spent, files, known = [] } = input
  const { last } = draft.head
  if (draft.queue.some((message) => message.id === id) || (last?.role === 'user' && last.key === id)) return false
  const queues = delivery === 'steer' || delivery === 'follow-up'
  if (queues && draft.queue.length >= MAX_QUEUED) return false
  // a path was taken meanwhile: the writer chooses another and sends it again
  if (files && changeFiles(draft, files, known).length > 0) return false
  if (delivery === 'interrupt') stop(draft, partials, spent)
  if (draft.head.hold || (!isWorking(draft) && !draft.head.unseen)) newRun(draft)
  if (queues) {
    draft.queue = [...draft.queue, { id, seq: draft.seq, timestamp: draft.now, content, delivery }]
    return true
  }
  giveUpRetries(draft)
  join(draft, [{ id, content, delivery, timestamp: draft.now }], true)
  return true
}

/** A message that joins at once is asked about instead of a request that waits for a retry. */
const giveUpRetries = (draft: Draft): void => {
  for (const { n, status } of workingAnswers(draft).live) {
    const answer = status === 'waiting' ? editAnswer(draft, n) : undefined
    if (!answer) continue
    answer.status = 'failed'
    answer.retryAt = null
    answer.endedAt = draft.now
  }
}

export const cancelQueued = (draft: Draft, { messageId }: Of<'user-cancel-queued'>): boolean => {
  const kept = draft.queue.filter((message) => message.id !== messageId)
  if (kept.length === draft.queue.length) return false
  draft.queue = kept
  return true
}

export const changeQueued = (draft: Draft, { messageId, content }: Of<'user-change-queued'>): boolean => {
  if (!draft.queue.some((message) => message.id === messageId)) return false
  draft.queue = draft.queue.map((message) => (message.id === messageId ? { ...message, content } : message))
  return true
}
