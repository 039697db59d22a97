/**
 * Answers that continue at the provider when nobody listens (background mode): what happens to them when a request
 * ends.
 */

/** How long a stopped request still listens for the id of its run, so that the run can be ended, too. In ms. */
const NAME_GRACE = 5000

/** A cancellable request. Cancelling also ends the run at the provider, unless only this worker leaves. */
export type CancellableRun = {
  signal: AbortSignal
  /**
   * A request leaves. `cancelRun`: ends the run that it starts or resumes (`responseId`, null: not known yet); null:
   * cannot be ended.
   */
  open: (cancelRun: ((responseId: string) => Promise<void>) | null, responseId: string | null) => void
  /** The provider has sent the id of the run. */
  named: (responseId: string) => void
  /** The answer is complete: nothing is left to cancel. */
  close: () => void
  cancel: () => void
}

/**
 * `leaving`: this worker gives up its machines while the work is still wanted; the run then continues and is resumed.
 */
export function makeCancellableRun(leaving: () => boolean): CancellableRun {
  const controller = new AbortController()
  let cancelRun: ((responseId: string) => Promise<void>) | null = null
  let responseId: string | null = null
  let stopping = false
  const end = (): void => {
    controller.abort()
    if (cancelRun !== null && responseId !== null) void cancelRun(responseId)
    cancelRun = null
  }
  return {
    signal: controller.signal,
    open: (cancelThis, id) => {
      cancelRun = cancelThis
      responseId = id
    },
    named: (id) => {
      responseId = id
      if (stopping) end()
    },
    close: () => {
      cancelRun = null
      if (stopping) controller.abort()
    },
    cancel: () => {
      if (leaving()) return controller.abort()
      stopping = true
      if (cancelRun === null || responseId !== null) end()
      else setTimeout(end, NAME_GRACE)
    },
  }
}
