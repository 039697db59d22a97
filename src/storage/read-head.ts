import type { Head } from '../agent/head.ts'
import { parseHead } from './parse-rows.ts'
import type { Database } from './schema.ts'

/** null: there is no such session. Throws DamagedRecord if its head cannot be read. */
export async function readHead(db: Database, sessionId: string): Promise<Head | null> {
  const row = await db.get('sessions', sessionId)
  return row === undefined ? null : parseHead(row)
}
