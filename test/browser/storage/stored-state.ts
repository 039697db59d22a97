import type { State } from '../../../src/agent/state.ts'
import {
  parseConfig,
  parseFile,
  parseHead,
  parseMessage,
  parsePlan,
  parseQueued,
  parseSummary,
} from '../../../src/storage/parse-rows.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { wholeSession } from '../../../src/storage/session-range.ts'

/** Every stored row of a session, put together as a state. */
export async function storedState(db: Database, sessionId: string): Promise<State> {
  const range = wholeSession(sessionId)
  const summary = await db.get('summaries', sessionId)
  const plan = await db.get('plans', sessionId)
  return {
    head: parseHead(await db.get('sessions', sessionId)),
    config: parseConfig(await db.get('configs', sessionId)),
    summary: summary === undefined ? null : parseSummary(summary),
    plan: plan === undefined ? null : parsePlan(plan),
    queue: (await db.getAll('queue', range)).map(parseQueued).sort((a, b) => a.seq - b.seq),
    messages: (await db.getAll('messages', range)).map((row) => parseMessage(row, row.n)),
    files: (await db.getAll('files', range)).map(parseFile),
  }
}
