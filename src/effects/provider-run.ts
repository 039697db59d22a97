/** Answers that go on at the provider when nobody listens (background mode): what becomes of them when an asking ends. */

/** How long a stopped asking listens on for the name of its run, so that the run can be ended too. In ms. */
const NAME_GRACE = 5000

/** An asking that can be cancelled, and with it the run at the provider, unless only we go away. */
export type CancellableRun = {
  signal: AbortSignal
  /** A request leaves. `cancelRun`: ends the run that it starts or takes up (`responseId`, null: not known yet); null: there is none. */
  open: (cancelRun: ((responseId: string) => Promise<void>) | null, responseId: string | null) => void
  /** The provider has named the run. */
  named: (responseId: string) => void
  /** The answer has come to its end: nothing is left to be cancelled. */
  close: () => void
  cancel: () => void
}

/** `leaving`: this worker gives up its machines, while the work is still wanted; then the run goes on and is taken up again. */
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
