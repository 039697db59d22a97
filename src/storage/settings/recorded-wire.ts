import { unwrap } from 'idb'
import { WireExchange } from '../../settings/wire-exchange.ts'
import type { Database } from '../schema.ts'
import { wireKeys } from '../session-range.ts'

/**
 * A session's exchanges with models, if the person wants them recorded: rows of the settings, removed with the session.
 * They are in no archive and on no other device; a black box has them if the person wants that, too. They arrive here
 * without secrets.
 */

/** How many are kept: the newest. */
export const MOST_RECORDED = 100

/** Whether exchanges are recorded now, and the recorded ones, oldest first. */
export type RecordedWire = { on: boolean; exchanges: WireExchange[] }

/** Unreadable exchanges are left out. Rejects with a DOMException. */
export async function readRecordedWire(db: Database, sessionId: string): Promise<RecordedWire> {
  const { prefix, range } = wireKeys(sessionId)
  const rows = await db.getAll('settings', range)
  return {
    on: rows.some(({ key }) => key === prefix),
    exchanges: rows.flatMap(({ key, value }) => {
      const parsed = key === prefix ? null : WireExchange.safeParse(value)
      return parsed?.success === true ? [parsed.data] : []
    }),
  }
}

/** Rejects with a DOMException. */
export const isWireRecorded = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db.getKey('settings', wireKeys(sessionId).prefix)) !== undefined

/** How many exchanges are recorded. Rejects with a DOMException. */
export async function countRecordedWire(db: Database, sessionId: string): Promise<number> {
  const { prefix, range } = wireKeys(sessionId)
  return (await db.getAllKeys('settings', range)).filter((key) => key !== prefix).length
}

/** Starts or stops recording; recorded exchanges stay. False: there is no such session. Rejects with a DOMException. */
export function recordWire(db: Database, sessionId: string, on: boolean): Promise<boolean> {
  const { prefix } = wireKeys(sessionId)
  return change(db, sessionId, (settings) => {
    if (on) settings.put({ key: prefix, value: true })
    else settings.delete(prefix)
  })
}

/** Removes the recorded exchanges. Rejects with a DOMException. */
export async function forgetRecordedWire(db: Database, sessionId: string): Promise<void> {
  const { prefix, range } = wireKeys(sessionId)
  const stored = (await db.getAllKeys('settings', range)).filter((key) => key !== prefix)
  await change(db, sessionId, (settings) => {
    for (const key of stored) settings.delete(key)
  })
}

/** Adds exchanges in their order. False: there is no such session. Rejects with a DOMException. */
export async function addRecordedWire(
  db: Database,
  sessionId: string,
  exchanges: readonly WireExchange[],
): Promise<boolean> {
  const { prefix, range } = wireKeys(sessionId)
  const stored = (await db.getAllKeys('settings', range)).filter((key) => key !== prefix)
  return change(db, sessionId, (settings) => {
    for (const key of stored.slice(0, Math.max(0, stored.length + exchanges.length - MOST_RECORDED)))
      settings.delete(key)
    for (const [place, exchange] of exchanges.slice(-MOST_RECORDED).entries())
      settings.put({ key: `${prefix}${keyOf(exchange, place)}`, value: exchange })
  })
}

const keyOf = ({ at }: WireExchange, place: number): string =>
  `${String(Math.round(at)).padStart(16, '0')}.${String(place).padStart(3, '0')}.${crypto.randomUUID().slice(0, 8)}`

async function change(db: Database, sessionId: string, work: (settings: IDBObjectStore) => void): Promise<boolean> {
  // both stores in one transaction: a session that is purged meanwhile keeps nothing
  const transaction = db.transaction(['sessions', 'settings'], 'readwrite')
  const exists = (await transaction.objectStore('sessions').getKey(sessionId)) !== undefined
  if (exists) work(unwrap(transaction).objectStore('settings'))
  await transaction.done
  return exists
}
