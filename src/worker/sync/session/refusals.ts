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

/** Why no device can continue the session, in words. null: one can. */
export function stuckWords(session: SharedSession | undefined): string | null {
  const standing = session?.standing()
  if (standing?.type === 'halted') return HALTED[standing.why]
  return standing?.type === 'emptied' ? HALTED.emptied : null
}

export const silent = (by: string): string =>
  `${by || 'The other device'} didn’t respond. It may be asleep. Choose "Continue here" to decide on this device.`
const elsewhere = ({ by }: SyncRow): string =>
  `This session is running on ${by || 'another device'}. Choose "Continue here" to continue it on this device.`
const LEAVING = 'This session is being handed over to another of your devices.'
export const HALTED: Record<Halt, string> = {
  newer:
    'Another device updated this session with a newer version of Reflexor. Reload to update. If this persists, the storage was tampered with.',
  damaged: 'Your sync storage contains data of this session that can’t be read. Nothing was taken over.',
  emptied: 'Your sync storage was emptied. This device still has the session. Share it again, or continue with a copy.',
}
