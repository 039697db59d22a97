import type { SessionItem } from '../../../protocol/common.ts'
import type { PlainPhrase } from '../../base/words/t.ts'

/** By the type of `status(head)`. What rests in good order, or was stopped by the person, is no activity. */
const GROUPS: readonly { label: PlainPhrase; statuses: readonly string[] }[] = [
  { label: 'Waiting for you', statuses: ['waiting-for-you'] },
  { label: 'Running', statuses: ['thinking', 'compressing', 'using'] },
  { label: 'Scheduled', statuses: ['retrying', 'waiting-until'] },
  { label: 'Failed or paused', statuses: ['failed', 'paused'] },
]
/** What has failed longer ago than this, in ms, is history. */
const RECENT = 7 * 86_400_000

/**
 * The sessions that need to be looked at, what waits for the person first; each the latest first, as `sessions` are.
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
