import { deleteDB } from 'idb'
import { onTestFinished } from 'vitest'
import type { Head } from '../../../src/agent/head.ts'
import type { State } from '../../../src/agent/state.ts'
import { type CommitBatch, type CommitOutcome, commitBatch } from '../../../src/storage/commit.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { openMemoryDatabase } from '../../../src/storage/memory/memory-database.ts'
import { type OpenHandlers, openDatabase } from '../../../src/storage/open.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { deletePlace, listPlaces } from '../../../src/storage/settings/key-places.ts'
import { CONFIG, created, head, input, quietHandlers, SESSION } from './rows.ts'

/** A name that no other test uses; the database is deleted when the test has ended, with its places of keys. */
export function freshName(): string {
  const name = `test-${crypto.randomUUID()}`
  onTestFinished(async () => {
    for (const place of await listPlaces({ name })) await deletePlace(place)
    await deleteDB(name)
  })
  return name
}

/** A connection, closed when the test has ended. */
export async function connect(name: string = freshName(), handlers: OpenHandlers = quietHandlers): Promise<Database> {
  const outcome = await openDatabase(handlers, name)
  if (outcome.type === 'failed') throw new Error(outcome.fault.message)
  onTestFinished(() => outcome.db.close())
  return outcome.db
}

/** A database with a writer of epoch 1. */
export async function writerDatabase(): Promise<{ db: Database; epoch: number }> {
  const db = await connect()
  return { db, epoch: await claimEpoch(db) }
}

/** The same in memory alone. */
export async function writerMemory(): Promise<{ db: Database; epoch: number }> {
  const db = await openMemoryDatabase()
  return { db, epoch: await claimEpoch(db) }
}

/** Commits with the fields that matter to a test, the others as a plain commit has them. */
export async function commit(
  db: Database,
  epoch: number,
  { delta, ...rest }: Partial<CommitBatch> & { delta: CommitBatch['delta'] },
): Promise<CommitOutcome> {
  const seq = delta.head?.seq ?? 0
  return commitBatch(db, {
    epoch,
    sessionId: delta.head?.sessionId ?? SESSION,
    inputs: [input(seq)],
    previousSeq: seq - 1,
    strict: false,
    endedStreams: [],
    ...rest,
    delta,
  })
}

/** Creates a session whose first commit holds the given rows. */
export async function createSession(
  db: Database,
  epoch: number,
  rows: Partial<Pick<State, 'config' | 'messages' | 'queue' | 'files' | 'summary'>> & { head?: Partial<Head> } = {},
): Promise<Head> {
  const messages = [...(rows.messages ?? [])]
  const last = messages.at(-1)
  const made = head({
    count: last === undefined ? 0 : last.n + 1,
    last:
      last === undefined
        ? null
        : { n: last.n, role: last.role, key: `${last.n}`, status: 'complete', calls: 0, settled: true },
    queued: { steer: rows.queue?.length ?? 0, followUp: 0 },
    ...rows.head,
  })
  const outcome = await commit(db, epoch, {
    previousSeq: null,
    inputs: [created(made.sessionId)],
    delta: {
      head: made,
      config: rows.config ?? CONFIG,
      summary: rows.summary ?? null,
      queue: { put: [...(rows.queue ?? [])], drop: [] },
      messages,
      files: [...(rows.files ?? [])],
    },
  })
  if (outcome.type !== 'committed') throw new Error(`Not created: ${outcome.type}`)
  return made
}
