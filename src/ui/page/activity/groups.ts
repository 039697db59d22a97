import type { SessionItem } from '../../../protocol/common.ts'
import type { PlainPhrase } from '../../base/words/t.ts'

/** Groups by the type of `status(head)`. Idle sessions, and those the person stopped, are not listed. */
const GROUPS: readonly { label: PlainPhrase; statuses: readonly string[] }[] = [
  { label: 'Waiting for you', statuses: ['waiting-for-you'] },
  { label: 'Running', statuses: ['thinking', 'compressing', 'using'] },
  { label: 'Scheduled', statuses: ['retrying', 'waiting-until'] },
  { label: 'Failed or paused', statuses: ['failed', 'paused'] },
]
/** In ms. Older failures are history. */
const RECENT = 7 * 86_400_000

/**
 * The sessions that need attention, those that wait for the person first; within a group in the order of `sessions`,
 * latest first.
 */
export function groupsOf(
  sessions: readonly SessionItem[],
  now = Date.now(),
): { label: PlainPhrase; sessions: SessionItem[] }[] {
  return GROUPS.map(({ label, statuses }) => ({
    label,
    sessions: sessions.filter(
      ({ status, deletedAt, timestamp, busy }) =>
        deletedAt === null && statuses.includes(status) && (busy || !HALTED.has(status) || now - timestamp < RECENT),
    ),
  })).filter((group) => group.sessions.length > 0)
}
const HALTED: ReadonlySet<string> = new Set(['failed', 'paused'])
