import { missingBlobs, missingOf } from '../../../storage/blobs.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { StoreFailure, type StoreProblem } from '../../../sync/object-store.ts'
import { SealBroken } from '../../../sync/vault.ts'
import type { SharedSession } from '../session/shared-session.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { buryDeleted } from './bury-deleted.ts'
import { BLOB_LIMIT, fetchFrom, inFetchLane } from './fetch-blob.ts'

/** What is done for shared sessions beside their logs, when there is time. */
export type Housekeeping = {
  /**
   * Fetches all blobs that the session names: its owner must not depend on the storage. A follower fetches only what is
   * looked at.
   */
  complete: (row: SyncRow) => void
  stop: () => void
}

export type HousekeepingPorts = {
  db: Database
  storage: SharedStorage
  /** Resolves once the stored sessions are loaded. */
  started: Promise<void>
  sessions: () => readonly SharedSession[]
  /** The storage was found unfit. */
  unfit: () => void
  report: (error: unknown) => void
}

/** Time between two searches for sessions that were deleted long enough ago, in ms. */
const BURIALS = 60 * 60_000
/** Time until a failed fetch is repeated, in ms; doubled after each failure, up to `BURIALS`. */
const AGAIN = 60_000
const AWAY: ReadonlySet<StoreProblem['kind']> = new Set([
  'unreachable',
  'timeout',
  'refused',
  'no-place',
  'rate-limited',
])

export function keepHouse({ db, storage, started, sessions, unfit, report }: HousekeepingPorts): Housekeeping {
  let stopped = false
  const ended = new AbortController()
  const failed = (error: unknown): void => {
    if (!stopped) report(error)
  }
  const fetchOne = async (log: string, sha: string): Promise<void> => {
    const fetchIt = async (): Promise<void> => {
      // somebody has looked at it meanwhile, or it is fetched a second time after a failure
      if ((await missingBlobs(db, [sha])).length === 0) return
      await fetchFrom(db, storage, [log], sha, AbortSignal.timeout(BLOB_LIMIT))
    }
    try {
      await inFetchLane(fetchIt, ended.signal)
    } catch (error) {
      // a blob that cannot be fetched does not hold back the others
      const isIts = error instanceof SealBroken || (error instanceof StoreFailure && error.problem.kind === 'too-large')
      if (!isIts) throw error
      report(error)
    }
  }
  const fetchAll = async ({ sessionId, log }: SyncRow): Promise<void> => {
    if (stopped) return
    for (const sha of await missingOf(db, sessionId)) {
      if (stopped) return
      await fetchOne(log, sha)
    }
  }
  let pause = AGAIN
  let again: ReturnType<typeof setTimeout> | undefined
  /**
   * What failed is tried again, as long as the session is this device's. `away`: the storage cannot be asked for now.
   */
  const complete = async (row: SyncRow): Promise<'whole' | 'failed' | 'away'> => {
    try {
      await fetchAll(row)
      return 'whole'
    } catch (error) {
      failed(error)
      const how = error instanceof StoreFailure && AWAY.has(error.problem.kind) ? 'away' : 'failed'
      if (stopped || again !== undefined) return how
      again = setTimeout(() => {
        again = undefined
        completeOwn().catch(failed)
      }, pause)
      pause = Math.min(pause * 2, BURIALS)
      return how
    }
  }
  const completeOwn = async (): Promise<void> => {
    await started
    let isWhole = true
    for (const session of sessions()) {
      const how = session.row().owner ? await complete(session.row()) : 'whole'
      if (how !== 'whole') isWhole = false
      // it would answer for no other session either
      if (how === 'away') break
    }
    if (isWhole) pause = AGAIN
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
    complete: (row) => void complete(row),
    stop: () => {
      stopped = true
      ended.abort()
      clearInterval(timer)
      clearTimeout(again)
    },
  }
}
