import type { MEMORY_REQUESTS } from '../../protocol/memory.ts'
import { readMemory, writeMemory } from '../../storage/settings/memory.ts'
import { refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** The memory beyond one session, for the page. */
export const MEMORY_HANDLERS: HandlersOf<typeof MEMORY_REQUESTS> = {
  'get-memory': (_request, { db }) => readMemory(db),
  /** Gives the stored text. Rejects with Refused if it changed since the person began to edit it. */
  'set-memory': async ({ text, before }, { db }) => {
    if (!(await writeMemory(db, text, before))) throw refused('memory-changed')
    return text
  },
}
