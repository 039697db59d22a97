import type { Delta } from '../agent/delta-schema.ts'
import type { Input } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import { DamagedRecord } from './fault.ts'
import { type Database, JournalRow, KEPT_PAGE, SnapshotRow } from './schema.ts'
import { wholeSession } from './session-range.ts'

/** Folds the journal: proves that the rows follow from the inputs, and serves time travel, branches and imports. */

/** Same shape as the agent's transition. */
export type Transition = (input: Input) => (state: State) => State
/** `no-snapshot`: this agent version wrote no snapshot to start from. */
export type FoldOutcome = { type: 'folded'; state: State } | { type: 'no-snapshot' }

const PAGE = 500

/**
 * Starts from the latest complete snapshot of `agentVersion` and applies the journal after it. Law: the state equals
 * the stored rows. Rejects with DamagedRecord for a record that cannot be read or was written by another agent version,
 * and with a DOMException.
 */
export async function foldJournal(
  db: Database,
  { sessionId, agentVersion }: { sessionId: string; agentVersion: number },
  transition: Transition,
): Promise<FoldOutcome> {
  const pages = await latestSnapshot(db, sessionId, agentVersion)
  if (pages.length === 0) return { type: 'no-snapshot' }
  let state = stateOf(pages.map(({ part }) => part))
  let after = pages[0]?.seq ?? 0
  for (;;) {
    const range = IDBKeyRange.bound([sessionId, after], [sessionId, []], true)
    const rows: unknown[] = await db.getAll('journal', range, PAGE)
    for (const row of rows) {
      const { input, seq } = parseJournal(row, agentVersion)
      state = transition(input)(state)
      after = seq
    }
    if (rows.length < PAGE) return { type: 'folded', state }
  }
}

async function latestSnapshot(db: Database, sessionId: string, agentVersion: number): Promise<SnapshotRow[]> {
  const bySeq = new Map<number, SnapshotRow[]>()
  for (const raw of await db.getAll('snapshots', wholeSession(sessionId))) {
    if (raw.page === KEPT_PAGE) continue
    const row = SnapshotRow.safeParse(raw)
    if (!row.success) throw new DamagedRecord('a snapshot of this session', row.error)
    if (row.data.agentVersion !== agentVersion) continue
    bySeq.set(row.data.seq, [...(bySeq.get(row.data.seq) ?? []), row.data])
  }
  const complete = [...bySeq.values()].filter((pages) => pages.at(-1)?.last === true)
  return complete.at(-1) ?? []
}

function parseJournal(row: unknown, agentVersion: number): JournalRow {
  const parsed = JournalRow.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('an entry of the journal', parsed.error)
  if (parsed.data.agentVersion !== agentVersion) throw new DamagedRecord('an entry of the journal: another version')
  return parsed.data
}

/**
 * Joins the pages of a snapshot: each is a delta against nothing, and no row is in two of them. Throws DamagedRecord.
 */
export function stateOf(parts: readonly Delta[]): State {
  const head = parts.find((part) => part.head)?.head
  const config = parts.find((part) => part.config)?.config
  if (head === undefined || config === undefined) throw new DamagedRecord('a snapshot of this session')
  return {
    head,
    config,
    summary: parts.find((part) => part.summary)?.summary ?? null,
    plan: parts.find((part) => part.plan)?.plan ?? null,
    queue: parts.flatMap((part) => part.queue?.put ?? []),
    messages: parts.flatMap((part) => part.messages ?? []),
    files: parts.flatMap((part) => part.files ?? []),
  }
}
