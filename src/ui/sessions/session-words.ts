import { isBusyStatus, type Status } from '../../agent/status.ts'
import type { SessionItem } from '../../protocol/common.ts'
import { relativeTime } from '../base/kit/relative-time.ts'
import type { UiState } from '../base/state/ui-state.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'

/**
 * By the type of `status(head)`; a session that rests without a problem shows its age instead, also while it is being
 * named.
 */
const WORDS: Record<string, PlainPhrase> = {
  thinking: 'Thinking',
  compressing: 'Compressing',
  using: 'Using tools',
  retrying: 'Retrying',
  'waiting-until': 'Waiting',
  'waiting-for-you': 'Waiting for you',
  paused: 'Paused',
  failed: 'Failed',
}

/**
 * `now` in ms. `notRunning`: in safe mode, or while no tab can write. `writing`: text of the open session's answer is
 * streaming in.
 */
type Facts = { now: number; notRunning?: UiState['notRunning']; writing?: boolean }

/** State of a session next to its title in the list: for the open session the same as in its header. */
export function sessionWords(session: SessionItem, { now, notRunning = false, writing = false }: Facts): string {
  if (session.damaged) return t('Unreadable')
  if (notRunning && isBusyStatus({ type: session.status } as Status))
    return t(notRunning === true ? 'Not running (safe mode)' : 'Not running')
  if (writing && session.status === 'thinking') return t('Writing')
  const words = Object.hasOwn(WORDS, session.status) ? WORDS[session.status] : undefined
  if (words !== undefined) return t(words)
  return relativeTime(session.timestamp, now)
}

/** Whether it has no state to show besides its age. */
export const restsQuietly = ({ damaged, status }: SessionItem): boolean =>
  !damaged && !Object.hasOwn(WORDS, status) && !isBusyStatus({ type: status } as Status)
