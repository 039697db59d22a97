import type { Refusal } from '../../../protocol/refusals.ts'
import type { SyncRow } from '../../../storage/schema.ts'
import type { Halt } from '../../../sync/log-state.ts'
import { refusal } from '../../refused.ts'
import type { SharedSession } from './shared-session.ts'

/** Why a shared session takes no input here. */

/** `row`: as it was stored, while nothing drives its log yet. null: it takes input. */
export function refusalOf(session: SharedSession | undefined, row: SyncRow | undefined): Refusal | null {
  const now = session?.row() ?? row
  if (now === undefined || now.left) return null
  const stuck = whyStuck(session)
  if (stuck !== null && !(now.owner && session?.mayWork())) return stuck
  if (session?.standing().type === 'leaving') return refusal('handed-over')
  return now.owner || now.over ? null : refusal('runs-elsewhere', { device: now.by })
}

/** Why no device can continue the session. null: one can. */
export function whyStuck(session: SharedSession | undefined): Refusal | null {
  const standing = session?.standing()
  if (standing?.type === 'halted') return HALTED[standing.why]
  return standing?.type === 'emptied' ? HALTED.emptied : null
}

export const HALTED: Record<Halt, Refusal> = {
  newer: refusal('log-newer'),
  damaged: refusal('log-damaged'),
  emptied: refusal('log-emptied'),
}
