/**
 * The port to a storage that the person has: few operations, of which one is guarded. A key is parts of `[A-Za-z0-9_-]`
 * joined by `/`, at most 200 characters.
 *
 * Contract: an operation rejects with a StoreFailure, or with the signal's reason when it is aborted; after an aborted
 * write it is unknown whether the write happened. Each operation has a time limit and a bound on what it reads. None
 * repeats a write that may have happened.
 */
export type ObjectStore = {
  /**
   * Writes if nothing is there. Of all writers of one key at most one ever gets `created`. `weighty`: the storage's
   * answer is not enough, so the object is read back (read-back.ts; an adapter does nothing about it).
   */
  create: (key: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, weighty?: boolean) => Promise<Created>
  /** null: nothing there. */
  get: (key: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer> | null>
  /**
   * Keys that begin with `prefix` and sort after `after`, in byte order, at most LISTED of them: ask again after the
   * last. An optimisation only, never the truth: the list may lag.
   */
  list: (prefix: string, after: string | null, signal: AbortSignal) => Promise<Listed[]>
  /** Writes unconditionally. Only for keys with a single writer. */
  put: (key: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<void>
  /** Removing a missing object succeeds. */
  remove: (key: string, signal: AbortSignal) => Promise<void>
  /**
   * Resolves when something may have been written: read it. Also resolves when the storage or the network cuts off the
   * wait.
   */
  watch: (key: string, signal: AbortSignal) => Promise<void>
}

/**
 * The outcome of a create-only write. `doubt`: unknown, and the write may still arrive; read the key before writing the
 * same bytes again. `exists` may also mean one's own write, which arrived twice.
 */
export type Created = 'created' | 'exists' | 'doubt'

/** `size`: bytes of the object, 0 if the storage does not report it. */
export type Listed = { key: string; size: number }

/** The most keys in one list. */
export const LISTED = 1000

type StoreProblemKind =
  | 'unreachable' // no answer: offline, CORS, DNS, a closed port; a browser cannot tell them apart
  | 'timeout'
  | 'refused' // 401, 403: the credentials, or their rights
  | 'clock' // the request's time is too far from the storage's, also after correction
  | 'no-place' // the bucket or database does not exist
  | 'full'
  | 'rate-limited'
  | 'server' // 5xx, of a request that writes nothing
  | 'forgets' // it says that something is kept which is not there afterwards
  | 'too-large' // an object or an answer over the bound
  | 'unfit' // it cannot do what is needed, and says so: a cluster, no conditions
  | 'gone-wrong' // an answer that makes no sense: a web page, cut, another protocol

/** `message`: a plain sentence for a person, without credentials. `retryAfter`: ms, if the storage names a time. */
export type StoreProblem = { kind: StoreProblemKind; message: string; status?: number; retryAfter?: number }

export class StoreFailure extends Error {
  readonly problem: StoreProblem

  constructor(problem: StoreProblem) {
    super(problem.message)
    this.name = 'StoreFailure'
    this.problem = problem
  }
}
