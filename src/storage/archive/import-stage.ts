import type { State } from '../../agent/state.ts'
import { failpoint } from '../failpoint.ts'
import type { Database, StoreName } from '../schema.ts'
import { folderKey } from '../session-range.ts'
import { type WriterAccess, writerTransaction } from '../writer-transaction.ts'

/** Another tab's worker became the writer, or removed what was staged: the import may be tried again from its start. */
export class TakenOver extends Error {
  override readonly name = 'TakenOver'
}

/** Rows of a session that does not exist yet: without a head nothing shows them, and a mark in `purges` says that they may go. */
export type Stage = {
  add: (store: 'journal' | 'snapshots' | 'messages' | 'files', rows: readonly object[]) => Promise<void>
  /** These blobs are the session's: they are not pending any more. */
  nameBlobs: (shas: readonly string[]) => Promise<void>
  /** Takes the mark away and puts the head, in one transaction: the session exists. `folder`: the setting that links it to one. */
  show: (state: Pick<State, 'head' | 'config' | 'summary' | 'queue'>, folder?: { value: unknown }) => Promise<void>
}

/** Marks a new session's id. All methods reject with TakenOver, or with what the database rejects with. */
export async function openStage(db: Database, epoch: number, sessionId: string): Promise<Stage> {
  const owner = { sessionId, epoch }
  const write = async (
    stores: readonly StoreName[],
    work: (access: WriterAccess) => void,
    { strict = false, first = false } = {},
  ): Promise<void> => {
    if (__FAILPOINTS__) await failpoint('before-import-page')
    const outcome = await writerTransaction(
      db,
      { epoch, sessionId: null, stores: ['purges', ...stores], strict },
      (access) => {
        if (!first && access.results[0] === undefined) throw new TakenOver('What was imported has been removed.')
        work(access)
      },
      { reads: (store) => [store('purges').get(sessionId)] },
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
    show: ({ head, config, summary, queue }, folder) =>
      write(
        ['sessions', 'configs', 'summaries', 'queue', 'settings'],
        ({ store }) => {
          store('sessions').add({ ...head, ...owner })
          store('configs').put({ ...owner, config })
          if (summary !== null) store('summaries').put({ ...owner, summary })
          for (const row of queue) store('queue').put({ ...row, ...owner })
          if (folder !== undefined) store('settings').put({ key: folderKey(sessionId), value: folder.value })
          store('purges').delete(sessionId)
        },
        { strict: true },
      ),
  }
}
