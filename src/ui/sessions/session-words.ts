import { isBusyStatus, type Status } from '../../agent/status.ts'
import type { SessionItem } from '../../protocol/common.ts'
import { relativeTime } from './relative-time.ts'

/** By the type of `status(head)`; one that rests in good order tells its age instead. */
const WORDS: Record<string, string> = {
  thinking: 'Thinking',
  compressing: 'Compressing',
  using: 'Using tools',
  retrying: 'Retrying',
  'waiting-until': 'Waiting',
  'waiting-for-you': 'Waiting for you',
  paused: 'Paused',
  failed: 'Failed',
}

/** What the list says of a session beside its title; `now` in ms. `notRunning`: safe mode. */
export function sessionWords(session: SessionItem, now: number, notRunning = false): string {
  if (session.damaged) return 'Cannot be read'
  if (notRunning && isBusyStatus({ type: session.status } as Status)) return 'Not running (safe mode)'
  const words = Object.hasOwn(WORDS, session.status) ? WORDS[session.status] : undefined
  return words ?? (session.busy ? session.status : relativeTime(session.timestamp, now))
}
