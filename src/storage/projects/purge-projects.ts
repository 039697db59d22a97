import type { Database } from '../schema.ts'
import { type Refusal, writerTransaction } from '../writer-transaction.ts'
import { filesOf, holderOf } from './write-project-files.ts'

/**
 * Removes projects that were deleted before `before` (wall time, ms), with their files. The names of their blobs are
 * marked in `purges`, so that `purgeDeleted` removes them next as those of a session. Stops at the first refusal and
 * returns it. Rejects with a DOMException from its own reads.
 */
export async function purgeProjects(
  db: Database,
  epoch: number,
  before: number,
): Promise<{ type: 'written' } | Refusal> {
  const rows: { id: string; deletedAt: number | null }[] = await db.getAll('projects')
  const isDue = (deletedAt: unknown): boolean => typeof deletedAt === 'number' && deletedAt < before
  for (const { id } of rows.filter(({ deletedAt }) => isDue(deletedAt))) {
    const outcome = await writerTransaction(
      db,
      { epoch, sessionId: null, stores: ['projects', 'project-files', 'purges'], strict: true },
      ({ store, results: [project] }) => {
        // it was restored meanwhile
        if (!isDue((project as { deletedAt?: unknown } | undefined)?.deletedAt)) return
        store('projects').delete(id)
        store('project-files').delete(filesOf(id))
        store('purges').put({ sessionId: holderOf(id), epoch })
      },
      { reads: (store) => [store('projects').get(id)] },
    )
    if (outcome.type !== 'written') return outcome
  }
  return { type: 'written' }
}
