import type { SyncRow } from '../../../storage/schema.ts'
import type { Halt } from '../../../sync/log-state.ts'
import type { SharedSession } from './shared-session.ts'

/** Why nothing may be said to a session here, in words. */

/** `row`: as it was stored, while nothing drives its log yet. null: it may. */
export function refusalOf(session: SharedSession | undefined, row: SyncRow | undefined): string | null {
  const now = session?.row() ?? row
  if (now === undefined || now.left) return null
  const words = stuckWords(session)
  if (words !== null && !(now.owner && session?.mayWork())) return words
  if (session?.standing().type === 'leaving') return LEAVING
  return now.owner || now.over ? null : elsewhere(now)
}

/** Why it can go on on no device, in words. null: it can. */
export function stuckWords(session: SharedSession | undefined): string | null {
  const standing = session?.standing()
  if (standing?.type === 'halted') return HALTED[standing.why]
  return standing?.type === 'emptied' ? HALTED.emptied : null
}

export const silent = (by: string): string =>
  `${by || 'The other device'} did not answer: it may sleep. Choose "Continue here" to decide on this one.`
const elsewhere = ({ by }: SyncRow): string =>
  `This session goes on on ${by || 'another device'}. Choose "Continue here" to go on with it on this one.`
const LEAVING = 'Another of your devices goes on with this session: it is being handed over.'
export const HALTED: Record<Halt, string> = {
  newer:
    'Another device has written this session with a newer version of Reflexor. Reload to update this one; if it stays so, the storage was changed.',
  damaged: 'The storage of your devices holds something of this session that cannot be read. Nothing was taken over.',
  emptied:
    'The storage of your devices was emptied. This device still has the session: share it again, or continue with a copy.',
}
