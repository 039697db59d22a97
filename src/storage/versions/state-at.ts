import { initiate } from '../../agent/initiate.ts'
import type { Input } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { DamagedRecord } from '../fault.ts'
import { stateOf } from '../fold.ts'
import { type Database, JournalRow, KEPT_PAGE, SnapshotRow } from '../schema.ts'

/** Journal rows per request. */
const PAGE = 500

/**
 * The whole state of a session after its input `seq`, with every row: the latest snapshot before it, and the journal
 * after that. If this agent version wrote no earlier snapshot, the journal is folded from its beginning by today's
 * rules. null: there is no such session, or it is younger. Rejects with DamagedRecord or a DOMException.
 */
export async function stateAt(db: Database, sessionId: string, seq: number): Promise<State | null> {
  let state = await latestSnapshot(db, sessionId, seq)
  state ??= initiate(sessionId)
  for await (const rows of journalPages(db, sessionId, state.head.seq, seq))
    for (const { input } of rows) state = transition(input)(state)
  return state.head.seq === 0 ? null : state
}

/**
 * The same, with the stored journal up to there, which is read once for both. All of it is in memory, so this is for
 * copies. null and rejects as `stateAt`.
 */
export async function historyAt(
  db: Database,
  sessionId: string,
  seq: number,
): Promise<{ state: State; rows: JournalRow[] } | null> {
  const rows: JournalRow[] = []
  let state = (await latestSnapshot(db, sessionId, seq)) ?? initiate(sessionId)
  for await (const page of storedPages(db, sessionId, 0, seq))
    for (const row of page) {
      rows.push(row)
      // rows before the snapshot are history, and are not parsed
      if (row.seq > state.head.seq) state = transition(parseRow(row).input)(state)
    }
  return state.head.seq === 0 ? null : { state, rows }
}

/**
 * The journal after `after` up to `seq`, parsed. `types`: only inputs of these types, since parsing is most of the
 * cost. Rejects with DamagedRecord or a DOMException.
 */
export async function* journalPages(
  db: Database,
  sessionId: string,
  after: number,
  seq: number,
  types?: readonly Input['type'][],
): AsyncGenerator<JournalRow[]> {
  for await (const rows of storedPages(db, sessionId, after, seq)) {
    const wanted = types === undefined ? rows : rows.filter(({ input }) => types.includes(input?.type))
    if (wanted.length > 0) yield wanted.map(parseRow)
  }
}

/** The same as stored, unparsed: for copies, and for readers of the type alone. Rejects with a DOMException. */
async function* storedPages(db: Database, sessionId: string, after: number, seq: number): AsyncGenerator<JournalRow[]> {
  for (let from = after; from < seq; ) {
    const rows = await db.getAll('journal', IDBKeyRange.bound([sessionId, from], [sessionId, seq], true), PAGE)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    from = rows.at(-1)?.seq ?? seq
  }
}

function parseRow(row: unknown): JournalRow {
  const parsed = JournalRow.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('an entry of the journal', parsed.error)
  return parsed.data
}

async function latestSnapshot(db: Database, sessionId: string, seq: number): Promise<State | null> {
  for await (const pages of completeSnapshots(db, sessionId, seq)) return stateOf(pages.map(({ part }) => part))
  return null
}

/**
 * The valid snapshots of this agent version up to `seq`, each with all its pages, the latest first. Rejects as above.
 */
export async function* completeSnapshots(db: Database, sessionId: string, seq: number): AsyncGenerator<SnapshotRow[]> {
  const keys = await db.getAllKeys('snapshots', IDBKeyRange.bound([sessionId], [sessionId, seq, []]))
  const whole = keys.filter((key) => key[2] !== KEPT_PAGE)
  for (const each of [...new Set(whole.map((key) => key[1]))].sort((a, b) => b - a)) {
    const rows: unknown[] = await db.getAll('snapshots', IDBKeyRange.bound([sessionId, each, 0], [sessionId, each, []]))
    const pages = rows.map(parseSnapshot)
    if (pages.at(-1)?.last === true && pages[0]?.agentVersion === AGENT_VERSION) yield pages
  }
}

/** Whether any page of a whole snapshot follows `seq`. Rejects with a DOMException. */
export async function wholeSnapshotAfter(db: Database, sessionId: string, seq: number): Promise<boolean> {
  const keys = await db.getAllKeys('snapshots', IDBKeyRange.bound([sessionId, seq, []], [sessionId, []]))
  return keys.some((key) => key[2] !== KEPT_PAGE)
}

function parseSnapshot(row: unknown): SnapshotRow {
  const parsed = SnapshotRow.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('a snapshot of this session', parsed.error)
  return parsed.data
}
