import type { Delta } from '../agent/delta-schema.ts'
import type { Head } from '../agent/head.ts'
import type { State } from '../agent/state.ts'
import { parseConfig, parseFile, parseHead, parseMessage, parsePlan, parseQueued, parseSummary } from './parse-rows.ts'
import type { Database, SnapshotRow } from './schema.ts'
import { rowsBetween, wholeSession } from './session-range.ts'
import { type Refusal, writerTransaction } from './writer-transaction.ts'

/** Rows of the transcript, or files, in one page. */
const PAGE = 200

/** `moved`: the session was committed to meanwhile; nothing that counts was written. `missing`: no such session. */
export type SnapshotOutcome = { type: 'written' } | { type: 'moved' } | { type: 'missing' } | Refusal

/**
 * Writes the whole state of a session as a snapshot of `agentVersion`, a page per transaction, so that this version can
 * fold the journal from here. For a writer whose agent version is newer than the head's, before the session's machine
 * starts. If interrupted, it leaves pages that do not count. Rejects with DamagedRecord or a DOMException from its
 * reads.
 */
export async function writeSnapshot(
  db: Database,
  { epoch, sessionId, agentVersion }: { epoch: number; sessionId: string; agentVersion: number },
): Promise<SnapshotOutcome> {
  const whole = await readWhole(db, sessionId)
  if (whole === null) return { type: 'missing' }
  const { head } = whole
  const files = (await db.getAll('files', wholeSession(sessionId))).map(parseFile)
  const pages = Math.ceil(head.count / PAGE) + Math.ceil(files.length / PAGE)
  for (let page = 0; page <= pages; page++) {
    const part = page === 0 ? whole : await readPage(db, sessionId, page - 1, head.count, files)
    const row: SnapshotRow = { sessionId, epoch, seq: head.seq, page, last: page === pages, agentVersion, part }
    const outcome = await writerTransaction(db, { epoch, sessionId, stores: ['snapshots'] }, (access): boolean => {
      if ((access.head as { seq?: unknown }).seq !== head.seq) return false
      access.store('snapshots').put(row)
      return true
    })
    if (outcome.type !== 'written') return outcome
    if (!outcome.value) return { type: 'moved' }
  }
  return { type: 'written' }
}

async function readWhole(db: Database, sessionId: string): Promise<(Delta & { head: Head }) | null> {
  const transaction = db.transaction(['sessions', 'configs', 'summaries', 'plans', 'queue'])
  const [head, config, summary, plan, queue] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    transaction.objectStore('configs').get(sessionId),
    transaction.objectStore('summaries').get(sessionId),
    transaction.objectStore('plans').get(sessionId),
    transaction.objectStore('queue').getAll(wholeSession(sessionId)),
  ])
  if (head === undefined) return null
  return {
    head: parseHead(head),
    config: parseConfig(config),
    summary: summary === undefined ? null : parseSummary(summary),
    plan: plan === undefined ? null : parsePlan(plan),
    queue: { put: queue.map(parseQueued).sort((a, b) => a.seq - b.seq), drop: [] },
  }
}

/** Page `index` of the rows: first those of the transcript, then the files. */
async function readPage(
  db: Database,
  sessionId: string,
  index: number,
  count: number,
  files: NonNullable<Delta['files']>,
): Promise<Delta> {
  const messagePages = Math.ceil(count / PAGE)
  const from = (index < messagePages ? index : index - messagePages) * PAGE
  if (index >= messagePages) return { files: files.slice(from, from + PAGE) }
  const to = Math.min(count, from + PAGE)
  const rows = await db.getAll('messages', rowsBetween(sessionId, from, to))
  return { messages: Array.from({ length: to - from }, (_, place) => parseMessage(rows[place], from + place)) }
}

/** A whole state as the pages of a snapshot: the head and its companions first, then the rows. */
export function snapshotParts({ head, config, summary, plan, queue, messages, files }: State): Delta[] {
  const first: Delta = { head, config, summary, plan, queue: { put: [...queue], drop: [] } }
  const parts = [first]
  for (let from = 0; from < messages.length; from += PAGE) parts.push({ messages: messages.slice(from, from + PAGE) })
  for (let from = 0; from < files.length; from += PAGE) parts.push({ files: files.slice(from, from + PAGE) })
  return parts
}
