import type { Request } from '../../protocol/to-worker.ts'
import type { Database } from '../../storage/schema.ts'
import { readMemory, writeMemory } from '../../storage/settings/memory.ts'
import { Refused } from '../refused.ts'

/** The memory beyond one session, for the page. */

export const memory = (db: Database): Promise<string> => readMemory(db)

/** Gives the stored text. Rejects with Refused if it changed since the person began to edit it. */
export async function setMemory(
  db: Database,
  { text, before }: Extract<Request, { kind: 'set-memory' }>,
): Promise<string> {
  if (!(await writeMemory(db, text, before)))
    throw new Refused('Memory has changed meanwhile. Review it, then save again.')
  return text
}
