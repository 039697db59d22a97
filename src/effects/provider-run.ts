import type { LlmError, RunHandle } from '../llm/port.ts'

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

export type Break = {
  error: LlmError
  /** The run that was listened to, as far as it got; null: there is none that goes on. */
  run: RunHandle | null
  /** Where that run was taken up; null: it was begun by this asking. */
  resumed: RunHandle | null
  online: boolean
  /** Whether this asking got anything of the answer. */
  heard: boolean
}

/**
 * What follows when an asking has broken off. `again`: at once, in the same attempt; `keepRun`: by taking up the same run, where there is
 * one. `fail`: the attempt ends. A run is taken up again only while that brings something new, so this comes to an end.
 */
export function afterBreak({ error, run, resumed, online, heard }: Break): {
  next: 'again' | 'fail'
  keepRun: boolean
} {
  const unheard = UNHEARD.has(error.kind)
  if (!online && (error.kind === 'network' || (unheard && run !== null))) return { next: 'again', keepRun: true }
  if (run === null) return { next: 'fail', keepRun: false }
  if (unheard && hasMoved(run, resumed)) return { next: 'again', keepRun: true }
  // Refused, or not reached, before anything of it came: that is said of the asking, the run goes on and is asked for again, later.
  if (resumed !== null && !heard && (BUSY.has(error.kind) || error.kind === 'network'))
    return { next: 'fail', keepRun: true }
  // A run that cannot be had any more (gone, expired, too long silent): the question itself has not failed.
  return { next: resumed !== null && (unheard || LOST.has(error.kind)) ? 'again' : 'fail', keepRun: false }
}

/** The connection failed; of the run that says nothing. */
const UNHEARD: ReadonlySet<LlmError['kind']> = new Set(['network', 'broken-stream', 'timeout'])
const BUSY: ReadonlySet<LlmError['kind']> = new Set(['rate-limit', 'overloaded', 'server'])
const LOST: ReadonlySet<LlmError['kind']> = new Set(['not-found', 'bad-request', 'unknown'])

const hasMoved = (run: RunHandle, resumed: RunHandle | null): boolean =>
  resumed === null || run.responseId !== resumed.responseId || (run.cursor ?? -1) > (resumed.cursor ?? -1)
