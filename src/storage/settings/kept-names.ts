import * as z from 'zod/mini'
import type { Database, SettingRow } from '../schema.ts'

/**
 * Names of sessions whose place in the log of other devices is removed: rows that were written before still use them
 * (worker/sync/session/same-name.ts). By session id.
 */
export type KeptNames = Record<string, string>

const KEY = 'kept-names'
const KeptNames = z.record(z.string(), z.string())

/** Rejects with a DOMException. */
export async function readKeptNames(db: Database): Promise<KeptNames> {
  return KeptNames.safeParse((await db.get('settings', KEY))?.value).data ?? {}
}

export const keptNamesRow = (names: KeptNames): SettingRow => ({ key: KEY, value: names })
