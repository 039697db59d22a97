import type { Head } from '../agent/head.ts'
import { neededRows } from '../agent/held.ts'
import type { Message } from '../agent/message.ts'
import type { State } from '../agent/state.ts'
import { AGENT_VERSION } from '../agent/version.ts'
import { failpoint } from './failpoint.ts'
import { DamagedRecord } from './fault.ts'
import {
  messageOrNull,
  parseConfig,
  parseHead,
  parseMessage,
  parsePlan,
  parseQueued,
  parseSummary,
} from './parse-rows.ts'
import type { Database } from './schema.ts'
import { rowsBetween, wholeSession } from './session-range.ts'

/** Most rows that a restore reads, whatever the length of the session. */
export const MAX_RESTORE_ROWS = 100
const TAIL = 50

/**
 * `leftOut`: damaged rows of the tail (their `n`) that the machine does not need. `damaged`: a needed record cannot be
 * read (`what`, for a person); nothing is replaced by a default. `newer`: written by a newer version of the agent; it
 * must not run.
 */
export type RestoreOutcome =
  | { type: 'restored'; state: State; leftOut: number[] }
  | { type: 'missing' }
  | { type: 'newer' }
  | { type: 'damaged'; what: string }

/**
 * Restores the state of a session from its head, the tail of the transcript and the rows that the head's index names:
 * at most MAX_RESTORE_ROWS rows, in one readonly transaction. `files` starts empty (inputs bring the entries they build
 * on). Rejects with a DOMException. `tail`: how many of the last rows, as far as there is room. `expected`: its head
 * from an earlier read; its rows are requested together with everything else, and again if the expectation was wrong.
 */
export async function restoreSession(
  db: Database,
  sessionId: string,
  tail: number = TAIL,
  expected?: Head,
): Promise<RestoreOutcome> {
  if (__FAILPOINTS__) await failpoint('before-restore')
  try {
    const outcome = await readState(db, sessionId, tail, expected)
    if (__FAILPOINTS__) await failpoint('after-restore')
    return outcome
  } catch (error) {
    if (error instanceof DamagedRecord) return { type: 'damaged', what: error.what }
    throw error
  }
}

async function readState(
  db: Database,
  sessionId: string,
  tail: number,
  expected: Head | undefined,
): Promise<RestoreOutcome> {
  const transaction = db.transaction(['sessions', 'configs', 'summaries', 'plans', 'queue', 'messages'])
  const messages = transaction.objectStore('messages')
  const readRows = async (rows: RowsToRead): Promise<{ rows: RowsToRead; read: unknown[] }> => {
    const { from, to, older } = rows
    const latest = from < to ? messages.getAll(rowsBetween(sessionId, from, to)) : []
    return { rows, read: (await Promise.all([latest, ...older.map((n) => messages.get([sessionId, n]))])).flat() }
  }
  const [headRow, configRow, summaryRow, planRow, queueRows, early] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    transaction.objectStore('configs').get(sessionId),
    transaction.objectStore('summaries').get(sessionId),
    transaction.objectStore('plans').get(sessionId),
    transaction.objectStore('queue').getAll(wholeSession(sessionId)),
    expected && readRows(rowsToRead(expected, tail)),
  ])
  if (headRow === undefined) return { type: 'missing' }
  if (isNewer(headRow)) return { type: 'newer' }
  const head = parseHead(headRow)
  const config = parseConfig(configRow)
  const summary = summaryRow === undefined ? null : parseSummary(summaryRow)
  const plan = planRow === undefined ? null : parsePlan(planRow)
  const queue = queueRows.map(parseQueued).sort((a, b) => a.seq - b.seq)
  if (queue.length !== head.queued.steer + head.queued.followUp) throw new DamagedRecord('the waiting messages')

  // summarised rows are left out of the context: without the summary the brain would silently forget them
  if (summary === null && head.summaryCutAt > 0) throw new DamagedRecord('the summary of this session')

  const wanted = rowsToRead(head, tail)
  const { read } = early !== undefined && isSame(early.rows, wanted) ? early : await readRows(wanted)
  const stored = new Map(read.flatMap((row) => (row === undefined ? [] : [[(row as { n: unknown }).n, row] as const])))
  const { needed, from } = wanted
  const leftOut: number[] = []
  const rows: Message[] = needed.map((n) => parseMessage(stored.get(n), n))
  for (let n = from; n < head.count; n++) {
    if (needed.includes(n)) continue
    const row = messageOrNull(stored.get(n))
    if (row === null) leftOut.push(n)
    else rows.push(row)
  }
  rows.sort((a, b) => a.n - b.n)
  return { type: 'restored', state: { head, config, summary, plan, queue, messages: rows, files: [] }, leftOut }
}

/** `from` and `to`: of the tail. `older`: the needed rows before it. */
type RowsToRead = { needed: number[]; from: number; to: number; older: number[] }

function rowsToRead(head: Head, tail: number): RowsToRead {
  const needed = neededRows(head)
  const room = MAX_RESTORE_ROWS - 3 - head.queued.steer - head.queued.followUp - needed.length
  const from = Math.max(0, head.count - Math.max(0, Math.min(tail, room)))
  return { needed, from, to: head.count, older: needed.filter((n) => n < from) }
}

const isSame = (a: RowsToRead, b: RowsToRead): boolean =>
  a.from === b.from && a.to === b.to && String(a.needed) === String(b.needed)

function isNewer(headRow: unknown): boolean {
  const version = (headRow as { agentVersion?: unknown }).agentVersion
  return typeof version === 'number' && version > AGENT_VERSION
}

/**
 * The highest stamp of a session in head and journal, 0 if it has none: a new writer's counter continues from it.
 * Rejects with a DOMException.
 */
export async function highestSeq(db: Database, sessionId: string): Promise<number> {
  const transaction = db.transaction(['sessions', 'journal'])
  const [head, cursor] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    transaction.objectStore('journal').openKeyCursor(wholeSession(sessionId), 'prev'),
  ])
  const headSeq: unknown = head?.seq
  return Math.max(Number.isSafeInteger(headSeq) ? (headSeq as number) : 0, cursor?.primaryKey[1] ?? 0)
}
