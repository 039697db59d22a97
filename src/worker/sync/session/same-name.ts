import type { Database, SyncRow } from '../../../storage/schema.ts'

/**
 * A session is called the same on all devices where that can be: what says of a session that it was made of another
 * one, or makes its acts again, is a row of the journal and names that one by its id. So the log of a session is named
 * after it, and whoever follows the log names the session after that. Where the name is taken here (what this device
 * alone has of it parted from the log, and kept it), rows go on naming the followed session so, and a name that nobody
 * else uses is that of the other one.
 */

/** The log that is named after a session; null: its id is no UUID. */
export const logNamedAfter = (sessionId: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId) ? sessionId.replaceAll('-', '') : null

export const sessionNamedAfter = (log: string): string =>
  log.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The id under which a log is followed. Rejects with a DOMException. */
export async function nameHere(db: Database, log: string): Promise<string> {
  const sessionId = sessionNamedAfter(log)
  // what is still being removed under that name would take it away again
  const taken = await Promise.all([
    db.get('sessions', sessionId),
    db.get('sync', sessionId),
    db.get('purges', sessionId),
  ])
  return taken.every((row) => row === undefined) ? sessionId : crypto.randomUUID()
}

/** What rows call a session that has its name to itself, though another one goes by it among the devices. */
export const ownName = (sessionId: string): string => `${sessionId} apart`

/** What rows call those sessions that are not called by their id. `isHere`: whether this device has such a session. */
export function namesAmongOthers(places: readonly SyncRow[], isHere: (id: string) => boolean): Map<string, string> {
  const names = new Map<string, string>()
  for (const { log, sessionId, over } of places) {
    const name = sessionNamedAfter(log)
    if (over || name === sessionId || !isHere(name)) continue
    names.set(sessionId, name).set(name, ownName(name))
  }
  return names
}

/** The same of one that follows a log, or has it; undefined: its id. Rejects with a DOMException. */
export async function followedAs(db: Database, sessionId: string): Promise<string | undefined> {
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
