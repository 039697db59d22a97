/**
 * The port to a storage that the person has: few operations, of which one is guarded. A key is parts of `[A-Za-z0-9_-]`
 * joined by `/`, at most 200 characters.
 *
 * Contract: an operation rejects with a StoreFailure, or with the signal's reason when it is aborted; after an aborted
 * write nobody knows whether it happened. Each has a time limit and a bound on what it reads. None repeats a write by
 * itself that may have happened.
 */
export type ObjectStore = {
  /**
   * Writes if nothing is there. Of any number of writers of one key at most one ever hears `created`. `weighty`: the
   * storage's word is not enough, it is read back (read-back.ts; an adapter does nothing about it).
   */
  create: (key: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, weighty?: boolean) => Promise<Created>
  /** null: nothing is there. */
  get: (key: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer> | null>
  /**
   * Keys that begin with `prefix` and come after `after`, in the order of their bytes, at most LISTED of them: ask
   * again after the last. For speed, never for truth: it may lag.
   */
  list: (prefix: string, after: string | null, signal: AbortSignal) => Promise<Listed[]>
  /** Writes whatever is there. Only for keys with one writer. */
  put: (key: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<void>
  /** Nothing there is as good as removed. */
  remove: (key: string, signal: AbortSignal) => Promise<void>
  /** Resolves when something may be there now: look. A wait that the storage or the network cut off resolves too. */
  watch: (key: string, signal: AbortSignal) => Promise<void>
}

/**
 * What became of a create-only write. `doubt`: nobody knows, and it may still arrive; read the key before writing
 * again, with the same bytes. `exists` may be said of one's own write that arrived twice.
 */
export type Created = 'created' | 'exists' | 'doubt'

/** `size`: bytes of the object, 0 where the storage does not say. */
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

/** `message`: a plain sentence for a person, without credentials. `retryAfter`: ms, where the storage says so. */
export type StoreProblem = { kind: StoreProblemKind; message: string; status?: number; retryAfter?: number }

export class StoreFailure extends Error {
  readonly problem: StoreProblem

  constructor(problem: StoreProblem) {
    super(problem.message)
    this.name = 'StoreFailure'
    this.problem = problem
  }
}
