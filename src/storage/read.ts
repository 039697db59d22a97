import type { Config } from '../agent/config.ts'
import type { Head } from '../agent/head.ts'
import { Head as HeadSchema, lastActive } from '../agent/head.ts'
import type { Message, QueuedMessage } from '../agent/message.ts'
import type { Plan } from '../agent/plan.ts'
import { DamagedRecord } from './fault.ts'
import { messageOrNull, parseConfig, parseHead, parseMessage, parsePlan, parseQueued } from './parse-rows.ts'
import type { Database } from './schema.ts'
import { folderKey, rowsBetween, wholeSession } from './session-range.ts'

/**
 * Reads for pages, each in one readonly transaction, so that rows and head match. A damaged record that the answer
 * needs: DamagedRecord. A damaged row of the transcript: its `n` in `damaged`. All reject with a DOMException if the
 * database fails.
 */

/** Everything a page needs to show a session at once (structurally the protocol's SessionView). */
type View = { head: Head; config: Config; plan: Plan | null; queue: QueuedMessage[]; messages: Message[] }
export type ViewOutcome = { type: 'found'; view: View; damaged: number[]; hasFiles: boolean } | { type: 'missing' }

/** Most rows that one `readRows` returns. */
const MAX_PAGE_ROWS = 500

/** How many workspace entries are searched for one that is not deleted: reading thousands would be noticed. */
const FIRST_FILES = 100

/**
 * Head, configuration, queue and the last `tail` rows. `hasFiles`: its workspace has a file, or it is linked to a
 * folder on disk.
 */
export async function openView(db: Database, sessionId: string, tail: number): Promise<ViewOutcome> {
  const transaction = db.transaction(['sessions', 'configs', 'plans', 'queue', 'messages', 'files', 'settings'])
  const [headRow, configRow, planRow, queueRows, files, folder] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    transaction.objectStore('configs').get(sessionId),
    transaction.objectStore('plans').get(sessionId),
    transaction.objectStore('queue').getAll(wholeSession(sessionId)),
    transaction.objectStore('files').getAll(wholeSession(sessionId), FIRST_FILES),
    transaction.objectStore('settings').getKey(folderKey(sessionId)),
  ])
  if (headRow === undefined) return { type: 'missing' }
  const head = parseHead(headRow)
  const config = parseConfig(configRow)
  const plan = planRow === undefined ? null : parsePlan(planRow)
  const queue = queueRows.map(parseQueued).sort((a, b) => a.seq - b.seq)
  const from = Math.max(0, head.count - tail)
  const rows =
    from < head.count ? await transaction.objectStore('messages').getAll(rowsBetween(sessionId, from, head.count)) : []
  const { messages, damaged } = sortOut(rows, from, head.count)
  const hasFiles = folder !== undefined || files.some(({ blob }) => blob !== null)
  return { type: 'found', view: { head, config, plan, queue, messages }, damaged, hasFiles }
}

/**
 * Rows `from <= n < to` (the first MAX_PAGE_ROWS of them), with the head's seq of the same read; null: no such session.
 */
export async function readRows(
  db: Database,
  sessionId: string,
  from: number,
  to: number,
): Promise<{ seq: number; messages: Message[]; damaged: number[] } | null> {
  const transaction = db.transaction(['sessions', 'messages'])
  const headRow = await transaction.objectStore('sessions').get(sessionId)
  if (headRow === undefined) return null
  const head = parseHead(headRow)
  const end = Math.min(to, head.count, from + MAX_PAGE_ROWS)
  const rows = from < end ? await transaction.objectStore('messages').getAll(rowsBetween(sessionId, from, end)) : []
  return { seq: head.seq, ...sortOut(rows, from, end) }
}

/** The rows of one range: the readable ones by `n`, and the places of damaged or missing ones. */
function sortOut(rows: readonly unknown[], from: number, to: number): { messages: Message[]; damaged: number[] } {
  const messages = rows.flatMap((row) => messageOrNull(row) ?? [])
  const readable = new Set(messages.map(({ n }) => n))
  const damaged: number[] = []
  for (let n = from; n < to; n++) if (!readable.has(n)) damaged.push(n)
  return { messages, damaged }
}

/**
 * Rows that joined after `cutAt` and not after `upToCut`, by `n`: the context of a request. Throws DamagedRecord for a
 * damaged row: the brain must not be asked about a conversation with a hole.
 */
export async function messagesAfter(
  db: Database,
  sessionId: string,
  cutAt: number,
  upToCut: number,
): Promise<Message[]> {
  if (upToCut <= cutAt) return []
  const range = IDBKeyRange.bound([sessionId, cutAt], [sessionId, upToCut], true, false)
  const rows: unknown[] = await db.getAllFromIndex('messages', 'by-seq', range)
  const messages = rows.map((row) => {
    const message = messageOrNull(row)
    if (message === null) throw new DamagedRecord(`message ${Number((row as { n: unknown }).n) + 1} of this session`)
    return message
  })
  return messages.sort((a, b) => a.n - b.n)
}

/** Rows by their `n`. A missing row is left out; a damaged one is thrown as DamagedRecord. */
export async function rowsAt(db: Database, sessionId: string, ns: readonly number[]): Promise<Message[]> {
  const transaction = db.transaction('messages')
  const rows: unknown[] = await Promise.all(ns.map((n) => transaction.store.get([sessionId, n])))
  return rows.flatMap((row) => (row === undefined ? [] : [parseMessage(row, Number((row as { n: unknown }).n))]))
}

/** The last `count` rows that joined up to `seq`, by `n`. A damaged row is thrown as DamagedRecord. */
export async function messagesUpTo(db: Database, sessionId: string, seq: number, count: number): Promise<Message[]> {
  const range = IDBKeyRange.bound([sessionId, 0], [sessionId, seq])
  const rows: Message[] = []
  let cursor = await db.transaction('messages').store.index('by-seq').openCursor(range, 'prev')
  while (cursor !== null && rows.length < count) {
    rows.push(parseMessage(cursor.value, cursor.value.n))
    cursor = await cursor.continue()
  }
  return rows.sort((a, b) => a.n - b.n)
}

/** Rows that may lie between the cut of an answer and the answer itself. */
const NEAR = 50

/** The answer of a cut; null: there is none, or it cannot be read. */
export async function answerOfCut(db: Database, sessionId: string, cut: number): Promise<Message | null> {
  const range = IDBKeyRange.bound([sessionId, cut], [sessionId, Number.MAX_SAFE_INTEGER], true)
  const rows: unknown[] = await db.getAllFromIndex('messages', 'by-seq', range, NEAR)
  const near = rows.flatMap((row) => messageOrNull(row) ?? [])
  return near.find((row) => row.role === 'assistant' && row.cut === cut) ?? null
}

/** All readable rows, the newest pages first; each page by `n`. */
export async function* pagesFromNewest(db: Database, sessionId: string): AsyncGenerator<Message[]> {
  const head = await db.get('sessions', sessionId)
  let to = head === undefined ? 0 : parseHead(head).count
  while (to > 0) {
    const from = Math.max(0, to - SEARCH_PAGE)
    yield (await readRows(db, sessionId, from, to))?.messages ?? []
    to = from
  }
}
const SEARCH_PAGE = 200

/**
 * The heads of all sessions, the latest first, deleted ones included. `damaged`: ids of unreadable heads. `since`: only
 * sessions active since then, wall time, ms.
 */
export async function listHeads(
  db: Database,
  since = Number.NEGATIVE_INFINITY,
): Promise<{ heads: Head[]; damaged: string[] }> {
  const heads: Head[] = []
  const damaged: string[] = []
  for (const row of await db.getAll('sessions')) {
    if (lastActive(row) < since) continue
    const head = HeadSchema.safeParse(row)
    if (head.success) heads.push(head.data)
    else damaged.push(row.sessionId)
  }
  heads.sort((a, b) => lastActive(b) - lastActive(a))
  return { heads, damaged }
}

/** Whether an input of this command is committed, even if its session can no longer be restored. */
export async function isCommitted(db: Database, sessionId: string, commandId: string): Promise<boolean> {
  return (await db.getKeyFromIndex('journal', 'by-command', [sessionId, commandId])) !== undefined
}

/** Whether a message of the person with this id is in the transcript or in the queue. */
export async function knownMessageId(db: Database, sessionId: string, messageId: string): Promise<boolean> {
  const transaction = db.transaction(['messages', 'queue'])
  const keys = await Promise.all([
    transaction.objectStore('messages').index('by-id').getKey([sessionId, messageId]),
    transaction.objectStore('queue').getKey([sessionId, messageId]),
  ])
  return keys.some((key) => key !== undefined)
}
