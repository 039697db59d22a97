import type { Head } from './head.ts'
import type { Message } from './message.ts'
import { rowAt } from './rows.ts'
import { hasOpenWork, wantsName } from './select.ts'

/** The buttons that a person may press now. Law: each is true exactly when its input would apply. */
export type Offers = { stop: boolean; retry: boolean; continue: boolean }

/** `messages`: any window that holds the last row. Retry means `user-retry` with `target: null`. */
export const offers = ({ head, messages }: { head: Head; messages: readonly Message[] }): Offers => {
  if (head.deletedAt !== null || head.recorded || head.seq === 0) return { stop: false, retry: false, continue: false }
  return {
    stop: hasOpenWork(head) || head.unseen !== null || head.compact !== undefined || wantsName(head),
    retry: head.live.some((answer) => answer.status === 'waiting') || mayRetry(head),
    continue: head.hold !== null || isCutOff(head, messages),
  }
}

const mayRetry = ({ unseen, last }: Head): boolean =>
  !unseen && last !== null && (last.role === 'user' || hasEnded(last))

/**
 * Whether nothing more of it can come. A replaced answer is the last row if its replacement was stopped before it
 * began.
 */
export const hasEnded = ({ status, settled }: NonNullable<Head['last']>): boolean =>
  status === 'failed' || status === 'replaced' || settled

/** The run ended with an answer that hit its output limit: Continue asks for the rest. */
export const isCutOff = (head: Head, messages: readonly Message[]): boolean => {
  const { last, unseen } = head
  if (head.hold || unseen || hasOpenWork(head) || last?.status !== 'complete') return false
  const row = rowAt(messages, last.n)
  return row?.role === 'assistant' && row.stopReason === 'length'
}
