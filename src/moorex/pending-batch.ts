/** Signals that were dispatched and are not yet committed and reconciled, and the promises that wait for them. */
export type PendingBatch<Signal> = {
  readonly signals: Signal[]
  /** Places in `signals` of those whose transition threw; null: none yet. */
  rejected: Set<number> | null
  /** One for all signals of the batch. Settle it with `resolveBatch` or `rejectBatch` only. */
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  /** Called when the batch settles, whichever way, before `promise` does. */
  readonly answers: (() => void)[]
}

let lastResolve: () => void
let lastReject: (error: Error) => void
/** One executor for all promises, called at once: it saves a closure for every batch. */
const capture = (resolve: () => void, reject: (error: Error) => void): void => {
  lastResolve = resolve
  lastReject = reject
}

export function createPendingBatch<Signal>(): PendingBatch<Signal> {
  const promise = new Promise<void>(capture)
  return { signals: [], rejected: null, promise, resolve: lastResolve, reject: lastReject, answers: [] }
}

export function resolveBatch<Signal>(batch: PendingBatch<Signal>): void {
  for (const answer of batch.answers) answer()
  batch.resolve()
}

/** Raises no unhandled rejection, even if nobody looks at the promise. */
export function rejectBatch<Signal>(batch: PendingBatch<Signal>, error: Error): void {
  for (const answer of batch.answers) answer()
  markHandled(batch.promise)
  batch.reject(error)
}

/** From now on a rejection of `promise` counts as handled; callers that await it still get it. */
export function markHandled(promise: Promise<unknown>): void {
  promise.catch(() => {
    // Nothing is lost here: callers await the promise itself.
  })
}
