import type { Failure } from './content.ts'
import type { Head, Hold } from './head.ts'
import { askingCut, compressionCut, helpedCalls, openCalls, runningCalls } from './select.ts'

/** The state of the run as one value, for the status line. Times are wall time, ms. */
export type Status =
  | { type: 'idle' }
  | { type: 'thinking' }
  | { type: 'compressing' }
  | { type: 'using'; tools: string[] }
  | { type: 'retrying'; at: number }
  | { type: 'waiting-until'; at: number }
  | { type: 'waiting-for-you'; calls: string[] }
  | { type: 'stopped' }
  | { type: 'paused'; limit: Extract<Hold, { kind: 'limit' }>['limit'] }
  | { type: 'failed'; failure: Failure }

/**
 * What the session is doing. "Writing", "Waiting for network" and "Cannot save" are facts of the running worker, which
 * adds them. Law: it is busy (`isBusyStatus`) exactly when `effectsAt` holds anything but `name-session`.
 */
export const status = (head: Head): Status => {
  if (head.deletedAt !== null) return { type: 'idle' }
  if (askingCut(head) !== null || head.live.some((answer) => answer.status === 'streaming')) return { type: 'thinking' }
  if (compressionCut(head) !== null) return { type: 'compressing' }
  const working = [...runningCalls(head).map(({ call }) => call), ...helpedCalls(head)]
  if (working.length > 0) return { type: 'using', tools: [...new Set(working.map(({ name }) => name))] }
  return waiting(head) ?? forPerson(head) ?? resting(head.hold)
}

const BUSY: ReadonlySet<Status['type']> = new Set(['thinking', 'compressing', 'using', 'retrying', 'waiting-until'])
export const isBusyStatus = ({ type }: Status): boolean => BUSY.has(type)

const waiting = (head: Head): Status | null => {
  const answers = head.live.flatMap((answer) => (answer.status === 'waiting' ? [answer.retryAt ?? 0] : []))
  if (answers.length > 0) return { type: 'retrying', at: Math.min(...answers) }
  const calls = openCalls(head).flatMap((call) => (call.status === 'waiting' ? [call.until ?? 0] : []))
  return calls.length > 0 ? { type: 'waiting-until', at: Math.min(...calls) } : null
}

const forPerson = (head: Head): Status | null => {
  const calls = openCalls(head).filter(({ status: s }) => s === 'pending' || s === 'unknown' || s === 'asking')
  return calls.length > 0 ? { type: 'waiting-for-you', calls: calls.map((call) => call.id) } : null
}

const resting = (hold: Hold | null): Status => {
  switch (hold?.kind) {
    case 'aborted':
      return { type: 'stopped' }
    case 'limit':
      return { type: 'paused', limit: hold.limit }
    case 'failed':
      return { type: 'failed', failure: hold.failure }
    default:
      return { type: 'idle' }
  }
}
