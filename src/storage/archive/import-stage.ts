import type { State } from '../../agent/state.ts'
import { failpoint } from '../failpoint.ts'
import type { Database, SettingRow, StoreName } from '../schema.ts'
import { type WriterAccess, type WriterRequests, writerTransaction } from '../writer-transaction.ts'

/** Another tab's worker became the writer, or removed the staged rows: the import may be tried again from its start. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver'
}

/**
 * Rows of a session that does not exist yet: without a head nothing shows them, and a mark in `purges` allows their
 * removal.
 */
export type Stage = {
  add: (store: 'journal' | 'snapshots' | 'messages' | 'files', rows: readonly object[]) => Promise<void>
  /** These blobs belong to the session: they are no longer pending. */
  nameBlobs: (shas: readonly string[]) => Promise<void>
  /** Removes the mark and puts the head, in one transaction: the session exists. */
  show: (state: Pick<State, 'head' | 'config' | 'summary' | 'plan' | 'queue'>, carried?: Carried) => Promise<void>
}

/** Settings that come with the session, made from reads in the transaction that shows it. */
export type Carried = Required<Pick<WriterRequests, 'reads'>> & {
  /** The stores that `reads` uses. */
  stores: readonly StoreName[]
  rows: (results: readonly unknown[]) => SettingRow[]
}
const NOTHING: Carried = { stores: [], reads: () => [], rows: () => [] }

/** Marks a new session's id. All methods reject with TakenOver, or with the database's rejection. */
export async function openStage(db: Database, epoch: number, sessionId: string): Promise<Stage> {
  const owner = { sessionId, epoch }
  const write = async (
    stores: readonly StoreName[],
    work: (access: WriterAccess) => void,
    { strict = false, first = false, reads = NOTHING.reads } = {},
  ): Promise<void> => {
    if (__FAILPOINTS__) await failpoint('before-import-page')
    const outcome = await writerTransaction(
      db,
      { epoch, sessionId: null, stores: ['purges', ...stores], strict },
      (access) => {
        if (!first && access.results[0] === undefined) throw new TakenOver('What was imported has been removed.')
        work(access)
      },
      { reads: (store) => [store('purges').get(sessionId), ...reads(store)] },
    )
    if (outcome.type === 'fault') throw outcome.error
    if (outcome.type !== 'written') throw new TakenOver('Another tab has taken over. Import again.')
  }
  await write([], ({ store }) => void store('purges').put({ ...owner, importing: true }), { first: true })
  return {
    add: (name, rows) =>
      write([name], ({ store }) => {
        for (const row of rows) store(name).add({ ...row, ...owner })
      }),
    nameBlobs: (shas) =>
      write(['blob-names', 'pending-blobs'], ({ store }) => {
        for (const sha of shas) {
          store('blob-names').put({ ...owner, sha })
          store('pending-blobs').delete(sha)
        }
      }),
    show: ({ head, config, summary, plan, queue }, { stores, reads, rows } = NOTHING) =>
      write(
        ['sessions', 'configs', 'summaries', 'plans', 'queue', 'settings', ...stores],
        ({ store, results }) => {
          store('sessions').add({ ...head, ...owner })
          store('configs').put({ ...owner, config })
          if (summary !== null) store('summaries').put({ ...owner, summary })
          if (plan !== null) store('plans').put({ ...owner, plan })
          for (const row of queue) store('queue').put({ ...row, ...owner })
          for (const row of rows(results.slice(1))) store('settings').put(row)
          store('purges').delete(sessionId)
        },
        { strict: true, reads },
      ),
  }
}
