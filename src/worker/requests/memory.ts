import type { Request } from '../../protocol/to-worker.ts'
import type { Database } from '../../storage/schema.ts'
import { readMemory, writeMemory } from '../../storage/settings/memory.ts'
import { Refused } from '../refused.ts'

/** What is remembered beyond a session, for the page. */

export const memory = (db: Database): Promise<string> => readMemory(db)

/** What stands there then. Rejects with Refused when it is not what the person has edited. */
export async function setMemory(
  db: Database,
  { text, before }: Extract<Request, { kind: 'set-memory' }>,
): Promise<string> {
  if (!(await writeMemory(db, text, before)))
    throw new Refused('Memory has changed meanwhile. Review it, then save again.')
  return text
}
