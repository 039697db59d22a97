import type { Database } from '../../storage/schema.ts'

/**
 * A session is called the same on all devices where that can be: what says of a session that it was made of another one, or makes its acts
 * again, is a row of the journal and names that one by its id. So the log of a session is named after it, and whoever follows the log names
 * the session after that. Where the name is taken each device has its own, and variants of such a session stand beside it there.
 */

/** The log that is named after a session; null: its id is no UUID. */
export const logNamedAfter = (sessionId: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId) ? sessionId.replaceAll('-', '') : null

const sessionNamedAfter = (log: string): string => log.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

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
