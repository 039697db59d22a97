import type { SyncRow } from '../../storage/schema.ts'
import type { Halt } from '../../sync/log-state.ts'
import type { SharedSession } from './shared-session.ts'

/** Why nothing may be said to a session here, in words. */

/** `row`: as it was stored, while nothing drives its log yet. null: it may. */
export function refusalOf(session: SharedSession | undefined, row: SyncRow | undefined): string | null {
  const now = session?.row() ?? row
  if (now === undefined || now.left) return null
  const halt = session?.halt() ?? null
  if (halt !== null) return HALTED[halt]
  if (session?.isLeaving()) return LEAVING
  return now.owner || now.over ? null : elsewhere(now)
}

export const silent = (by: string): string =>
  `${by || 'The other device'} did not answer: it may sleep. Choose "Continue here" to decide on this one.`
const elsewhere = ({ by }: SyncRow): string =>
  `This session goes on on ${by || 'another device'}. Choose "Continue here" to go on with it on this one.`
const LEAVING = 'Another of your devices goes on with this session: it is being handed over.'
export const HALTED: Record<Halt, string> = {
  newer:
    'Another device has written this session with a newer version of Reflexor. Reload to update this one; if it stays so, the storage was changed.',
  rewritten:
    'The storage of your devices was changed: this session does not follow from what was there before. Nothing was taken over.',
  damaged: 'The storage of your devices holds something of this session that cannot be read. Nothing was taken over.',
  'gone-back':
    'The storage of your devices knows less of this session than this device: it was emptied, or put back. Nothing was sent.',
}
