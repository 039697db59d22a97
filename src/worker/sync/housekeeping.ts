import { missingOf } from '../../storage/blobs.ts'
import type { Database, SyncRow } from '../../storage/schema.ts'
import { StoreFailure } from '../../sync/object-store.ts'
import { SealBroken } from '../../sync/vault.ts'
import { buryDeleted } from './bury-deleted.ts'
import { BLOB_LIMIT, fetchFrom, inFetchLane } from './fetch-blob.ts'
import type { SharedSession } from './shared-session.ts'
import type { SharedStorage } from './shared-storage.ts'

/** What is done for shared sessions beside their logs, when there is time. */
export type Housekeeping = {
  /** Who has a session is to have all that it names, whatever becomes of the storage; who follows it fetches what is looked at. */
  complete: (row: SyncRow) => void
  stop: () => void
}

export type HousekeepingPorts = {
  db: Database
  storage: SharedStorage
  /** When those that were stored are there. */
  started: Promise<void>
  sessions: () => readonly SharedSession[]
  /** The storage was found unfit. */
  unfit: () => void
  report: (error: unknown) => void
}

/** How often it is looked for what was deleted long enough ago, in ms. */
const BURIALS = 60 * 60_000

export function keepHouse({ db, storage, started, sessions, unfit, report }: HousekeepingPorts): Housekeeping {
  let stopped = false
  const ended = new AbortController()
  const failed = (error: unknown): void => {
    if (!stopped) report(error)
  }
  const fetchOne = async (log: string, sha: string): Promise<void> => {
    try {
      await inFetchLane(() => fetchFrom(db, storage, [log], sha, AbortSignal.timeout(BLOB_LIMIT)), ended.signal)
    } catch (error) {
      // one that cannot be had keeps back none of the others
      const isIts = error instanceof SealBroken || (error instanceof StoreFailure && error.problem.kind === 'too-large')
      if (!isIts) throw error
      report(error)
    }
  }
  const complete = async ({ sessionId, log }: SyncRow): Promise<void> => {
    if (stopped) return
    for (const sha of await missingOf(db, sessionId)) {
      if (stopped) return
      await fetchOne(log, sha)
    }
  }
  const completeOwn = async (): Promise<void> => {
    await started
    for (const session of sessions()) if (session.row().owner) await complete(session.row())
  }
  const bury = async (): Promise<void> => {
    await started
    await buryDeleted({ db, storage, isStopped: () => stopped, report: failed, now: Date.now() }, sessions())
  }
  const prove = async (): Promise<void> => {
    if ((await storage.proveAgain?.()) && !stopped) unfit()
  }
  const clean = (): void => {
    bury().catch(failed)
    prove().catch(failed)
  }
  completeOwn().catch(failed)
  clean()
  const timer = setInterval(clean, BURIALS)
  return {
    complete: (row) => void complete(row).catch(failed),
    stop: () => {
      stopped = true
      ended.abort()
      clearInterval(timer)
    },
  }
}
