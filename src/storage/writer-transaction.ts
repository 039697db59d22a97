import { unwrap } from 'idb'
import type { StorageFault } from '../settings/storage-fault.ts'
import { classifyFault } from './fault.ts'
import type { Database, StoreName } from './schema.ts'

/**
 * Why the writer did not write. `stale-epoch`: another tab's worker is the writer now (`epoch`); stop all machines.
 * `purged`: the session is gone. `fault`: nothing was written; the same call may be tried again.
 */
export type Refusal =
  | { type: 'stale-epoch'; epoch: number }
  | { type: 'purged' }
  | { type: 'fault'; fault: StorageFault; error: unknown }
export type Written<Value> = { type: 'written'; value: Value }

export type WriterScope = {
  /** The epoch that this writer claimed. */
  epoch: number
  /** The session written to; null: none (housekeeping). */
  sessionId: string | null
  /** The stores that `work` and `reads` use. The guard adds those it reads (`meta`, and `sessions` for a session). */
  stores: readonly StoreName[]
  /** Flushed to the disk before it counts as written; otherwise the system decides when. */
  strict?: boolean
  /** This write creates the session: it must not exist yet, or `work` decides with the head that it finds. */
  creates?: boolean
}
export type WriterAccess = {
  store: (name: StoreName) => IDBObjectStore
  /** The stored head, unparsed; undefined: no such session. */
  head: unknown
  /** Results of `reads`, in order. */
  results: readonly unknown[]
  /** Undoes everything this transaction has written. The result of `work` is still the outcome. */
  undo: () => void
}
export type WriterRequests = {
  /** Reads that `work` needs. */
  reads?: (store: WriterAccess['store']) => IDBRequest[]
  /** Writes that need no results: they are sent while the guard still reads, and undone if it refuses. */
  writes?: (store: WriterAccess['store']) => void
}

/**
 * The one guarded readwrite transaction of the writer. Its first requests read the writer's epoch, the session's head
 * and the rows of `reads`, and make the `writes`. `work` runs in the handler of the last read, makes all other requests
 * synchronously, and must not await. Then the transaction is committed. If the guard refuses, or anything throws,
 * nothing is written. Never rejects.
 */
export function writerTransaction<Value>(
  db: Database,
  scope: WriterScope,
  work: (access: WriterAccess) => Value,
  { reads = () => [], writes }: WriterRequests = {},
): Promise<Written<Value> | Refusal> {
  return new Promise((resolve) => {
    const fail = (error: unknown): void => resolve({ type: 'fault', fault: classifyFault(error), error })
    let transaction: IDBTransaction | undefined
    let outcome: Written<Value> | Refusal | undefined
    let thrown: unknown
    let undone = false
    const settle = (ended: IDBTransaction, results: unknown[]): void => {
      const store = (name: StoreName): IDBObjectStore => ended.objectStore(name)
      const undo = (): void => {
        undone = true
      }
      const writer = results.shift()
      const head = scope.sessionId === null ? undefined : results.shift()
      const mark = scope.sessionId !== null && scope.creates === true ? results.shift() : undefined
      const refusal = guard(scope, writer, head, mark)
      if (refusal !== null && writes !== undefined) undo()
      outcome = refusal ?? { type: 'written', value: work({ store, head, results, undo }) }
      if (undone) ended.abort()
      else ended.commit()
    }
    try {
      const durability = scope.strict === true ? 'strict' : 'relaxed'
      const begun = unwrap(db).transaction(storesOf(scope), 'readwrite', { durability })
      transaction = begun
      begun.oncomplete = () => resolve(outcome ?? { type: 'fault', ...lost() })
      begun.onabort = () =>
        undone && outcome !== undefined
          ? resolve(outcome)
          : fail(thrown ?? begun.error ?? new DOMException('Aborted', 'AbortError'))
      const first = firstRequests(begun, scope, reads)
      const last = first.at(-1) as IDBRequest
      last.onsuccess = () => {
        try {
          settle(
            begun,
            first.map((request): unknown => request.result),
          )
        } catch (error) {
          thrown = error
          abort(begun)
        }
      }
      writes?.((name) => begun.objectStore(name))
    } catch (error) {
      thrown = error
      if (transaction === undefined) fail(error)
      else abort(transaction)
    }
  })
}

/** As few as possible: each costs time, and blocks other writes in the same stores. */
function storesOf({ stores, sessionId, creates }: WriterScope): StoreName[] {
  const own: StoreName[] = sessionId === null ? [] : creates === true ? ['sessions', 'purges'] : ['sessions']
  return [...new Set<StoreName>(['meta', ...own, ...stores])]
}

function firstRequests(
  transaction: IDBTransaction,
  scope: WriterScope,
  reads: (store: WriterAccess['store']) => IDBRequest[],
): IDBRequest[] {
  const { sessionId } = scope
  const store = (name: StoreName): IDBObjectStore => transaction.objectStore(name)
  return [
    store('meta').get('writer'),
    ...(sessionId === null ? [] : [store('sessions').get(sessionId)]),
    // a session that exists has no mark: its head goes with the write that sets the mark
    ...(sessionId !== null && scope.creates === true ? [store('purges').getKey(sessionId)] : []),
    ...reads(store),
  ]
}

function guard(scope: WriterScope, writer: unknown, head: unknown, mark: unknown): Refusal | null {
  const stored = (writer as { epoch?: unknown } | undefined)?.epoch
  const epoch = typeof stored === 'number' ? stored : 0
  if (epoch !== scope.epoch) return { type: 'stale-epoch', epoch }
  if (scope.sessionId === null) return null
  if (mark !== undefined || (head === undefined && scope.creates !== true)) return { type: 'purged' }
  return null
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // it has been aborted already, and reports that by its abort event
  }
}

function lost(): { fault: StorageFault; error: unknown } {
  const error = new DOMException('The transaction ended without its first reads', 'AbortError')
  return { fault: classifyFault(error), error }
}
