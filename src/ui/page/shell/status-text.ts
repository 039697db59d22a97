import type { Head } from '../../../agent/head.ts'
import { isBusyStatus, status } from '../../../agent/status.ts'
import type { Activity } from '../../../protocol/published.ts'
import { clockTime } from '../../base/kit/clock-time.ts'
import type { UiState } from '../../base/state/ui-state.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/**
 * The exact words for the state of the run; tests and screen readers rely on them. If another device with a fast clock
 * started a wait, the wait counts from the session’s last step: the answer’s own line shows the countdown.
 */

export type StatusFacts = {
  head: Head
  activity: Activity | null
  /** Text of the running answer is arriving. */
  writing: boolean
  /** Effects are not carried out: safe mode is on, or no tab can write. */
  notRunning?: UiState['notRunning']
  /** Wall time, ms. */
  now: number
}

const LIMITS = {
  turns: 'Paused: turn limit reached',
  tokens: 'Paused: token limit reached',
  'cost-run': 'Paused: cost limit of this run reached',
  'cost-day': "Paused: today's cost limit reached",
  'same-call': 'Paused: the same tool call was repeated too often',
} as const

export function statusText({ head, activity, writing, notRunning, now }: StatusFacts): string {
  if (activity?.fault) return t('Cannot save: {why}', { why: trimEnd(activity.fault.message) })
  if (head.deletedAt !== null) return t('Deleted')
  const current = status(head)
  if (notRunning && isBusyStatus(current)) return t(notRunning === true ? 'Not running (safe mode)' : 'Not running')
  switch (current.type) {
    case 'idle':
      return t('Idle')
    case 'thinking':
      if (activity?.locked) return t('Locked')
      if (activity?.waitingForNetwork) return t('Waiting for network')
      if (activity?.waitingForSync) return t('Waiting for sync storage')
      return writing ? t('Writing') : t('Thinking')
    case 'compressing':
      return t('Compressing')
    case 'using':
      if (activity?.locked) return t('Locked')
      if (activity?.waitingForSync) return t('Waiting for sync storage')
      return t('Using {tools}', { tools: current.tools.join(t(', ')) })
    case 'retrying':
      if (activity?.waitingForNetwork) return t('Waiting for network')
      return t('Retrying in {n} s', { n: Math.max(0, Math.ceil((current.at - Math.max(now, head.timestamp)) / 1000)) })
    case 'waiting-until':
      return t('Waiting until {time}', { time: clockTime(current.at - Math.max(0, head.timestamp - now), now) })
    case 'waiting-for-you':
      return t('Waiting for you')
    case 'stopped':
      return t('Stopped')
    case 'paused':
      return t(LIMITS[current.limit])
    case 'failed':
      return t('Failed: {why}', { why: trimEnd(current.failure.message) })
  }
}

const trimEnd = (sentence: string): string =>
  said(sentence)
    .trim()
    .replace(/[.。]$/, '')
