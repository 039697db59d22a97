import type { Head } from '../../agent/head.ts'
import { isBusyStatus, status } from '../../agent/status.ts'
import type { Activity } from '../../protocol/published.ts'
import { clockTime } from '../kit/clock-time.ts'

/** The exact words for the state of the run; tests and screen readers rely on them. */

export type StatusFacts = {
  head: Head
  activity: Activity | null
  /** Text of the answer under way is coming in. */
  writing: boolean
  /** Safe mode: what is to be done is not being done. */
  notRunning?: boolean
  /** Wall time, ms. */
  now: number
}

const LIMITS = {
  turns: 'turn limit reached',
  tokens: 'token limit reached',
  'cost-run': 'cost limit of this run reached',
  'cost-day': "today's cost limit reached",
  'same-call': 'the same tool call was repeated too often',
} as const

export function statusText({ head, activity, writing, notRunning, now }: StatusFacts): string {
  if (activity?.fault) return `Cannot save: ${trimEnd(activity.fault.message)}`
  if (head.deletedAt !== null) return 'Deleted'
  const current = status(head)
  if (notRunning && isBusyStatus(current)) return 'Not running (safe mode)'
  switch (current.type) {
    case 'idle':
      return 'Idle'
    case 'thinking':
      if (activity?.locked) return 'Locked'
      if (activity?.waitingForNetwork) return 'Waiting for network'
      return writing ? 'Writing' : 'Thinking'
    case 'compressing':
      return 'Compressing'
    case 'using':
      if (activity?.locked) return 'Locked'
      if (activity?.waitingForSync) return 'Waiting for sync storage'
      return `Using ${current.tools.join(', ')}`
    case 'retrying':
      if (activity?.waitingForNetwork) return 'Waiting for network'
      return `Retrying in ${Math.max(0, Math.ceil((current.at - now) / 1000))} s`
    case 'waiting-until':
      return `Waiting until ${clockTime(current.at, now)}`
    case 'waiting-for-you':
      return 'Waiting for you'
    case 'stopped':
      return 'Stopped'
    case 'paused':
      return `Paused: ${LIMITS[current.limit]}`
    case 'failed':
      return `Failed: ${trimEnd(current.failure.message)}`
  }
}

/** Whether the words change by themselves with time. */
export const ticks = (head: Head): boolean => status(head).type === 'retrying'

const trimEnd = (sentence: string): string => sentence.trim().replace(/\.$/, '')
