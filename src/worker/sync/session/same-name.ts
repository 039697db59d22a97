import { readPlaces } from '../../../storage/places.ts'
import type { Database, SettingRow, SyncRow } from '../../../storage/schema.ts'
import { type KeptNames, keptNamesRow, readKeptNames } from '../../../storage/settings/kept-names.ts'

/**
 * Gives a session the same id on all devices where possible, because rows of the journal refer to other sessions by id
 * (a branch to its origin, a rerun to its recording). So a log is named after its session, and a follower names the
 * session after the log. If that id is taken here, because a copy with this device's own changes kept it, the rows
 * refer to the followed session, and the copy gets an id that nobody else uses.
 */

/** The log that is named after a session; null: its id is no UUID. */
export const logNamedAfter = (sessionId: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId) ? sessionId.replaceAll('-', '') : null

export const sessionNamedAfter = (log: string): string =>
  log.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The id under which a log is followed. Rejects with a DOMException. */
export async function nameHere(db: Database, log: string): Promise<string> {
  const sessionId = sessionNamedAfter(log)
  // an id that is still being deleted would delete the new session as well
  const taken = await Promise.all([
    db.get('sessions', sessionId),
    db.get('sync', sessionId),
    db.get('purges', sessionId),
  ])
  return taken.every((row) => row === undefined) ? sessionId : crypto.randomUUID()
}

/** The id used in rows for a copy whose own id belongs to another session among the devices. */
export const ownName = (sessionId: string): string => `${sessionId} apart`

/** To be stored when these places are removed: what their sessions are called. Rejects with a DOMException. */
export async function keepNames(db: Database, removed: readonly SyncRow[]): Promise<SettingRow[]> {
  const here = new Set(removed.length === 0 ? [] : await db.getAllKeys('sessions'))
  const names = namesByPlace(removed, (id) => here.has(id))
  return names.size === 0 ? [] : [keptNamesRow({ ...(await readKeptNames(db)), ...Object.fromEntries(names) })]
}

function namesByPlace(places: readonly SyncRow[], isHere: (id: string) => boolean): Map<string, string> {
  const names = new Map<string, string>()
  for (const { log, sessionId, over } of places) {
    const name = sessionNamedAfter(log)
    if (over || name === sessionId || !isHere(name)) continue
    names.set(sessionId, name).set(name, ownName(name))
  }
  return names
}

/** What rows call those sessions that are not called by their id. `isHere`: whether this device has such a session. */
export function namesAmongOthers(
  places: readonly SyncRow[],
  kept: KeptNames,
  isHere: (id: string) => boolean,
): Map<string, string> {
  const names = namesByPlace(places, isHere)
  const used = new Set(names.values())
  // a log that was left and is followed again has another session
  for (const [sessionId, name] of Object.entries(kept)) if (!used.has(name)) names.set(sessionId, name)
  return names
}

/** The same of all sessions that are stored here. Rejects with a DOMException. */
export async function namesHere(db: Database): Promise<Map<string, string>> {
  const [{ places }, kept] = await Promise.all([readPlaces(db), readKeptNames(db)])
  const here = new Set(places.length === 0 ? [] : await db.getAllKeys('sessions'))
  return namesAmongOthers(places, kept, (id) => here.has(id))
}

/** The same for a session that has, or had, a log; undefined: its own id. Rejects with a DOMException. */
export async function followedAs(db: Database, sessionId: string): Promise<string | undefined> {
  if ((await readKeptNames(db))[sessionId] !== undefined) return (await namesHere(db)).get(sessionId)
  const row = await db.get('sync', sessionId)
  if (row === undefined || row.over) return undefined
  const name = sessionNamedAfter(row.log)
  return name === sessionId || (await db.getKey('sessions', name)) === undefined ? undefined : name
}

/** What rows call a session. Rejects with a DOMException. */
export async function knownAs(db: Database, sessionId: string): Promise<string> {
  const followed = await followedAs(db, sessionId)
  if (followed !== undefined) return followed
  const log = logNamedAfter(sessionId)
  const isOthers = (row: SyncRow): boolean => row.log === log && row.sessionId !== sessionId && !row.over
  return log !== null && (await db.getAll('sync')).some(isOthers) ? ownName(sessionId) : sessionId
}
