import type { LlmError, RunHandle } from '../llm/port.ts'

/**
 * What to do after a request was cut off, whether or not its answer continues at the provider (background mode). Loaded
 * with the code that an answer needs.
 */

export type Break = {
  error: LlmError
  /** The provider's run of this request and how far it got; null if no run continues. */
  run: RunHandle | null
  /** Where this request resumed that run; null if it started the run. */
  resumed: RunHandle | null
  online: boolean
  /** Whether this request received any of the answer. */
  heard: boolean
  /**
   * Number of the provider's last event, which may have had nothing of the answer; undefined if events have no numbers.
   */
  event?: number | undefined
}
type After = { next: 'again' | 'fail'; keepRun: boolean }
/** `mayGoOn`: we won't resume the run, but the provider may still be producing it, and billing it to its end. */
export type AfterBreak = (broken: Break) => After & { mayGoOn: boolean }
/**
 * `alive`: the run has shown progress since the last break. `anew`: this attempt has already sent the question again.
 */
type Known = Break & { alive?: boolean; anew?: boolean }

/**
 * What to do after a request was cut off. `again`: retry at once, in the same attempt; with `keepRun`, by resuming the
 * same run if there is one. `fail`: the attempt ends. Terminates: a run is resumed only while that brings something
 * new, and a question is sent again in place of a lost run only once.
 */
export function afterBreak({ error, run, resumed, online, heard, alive = false, anew = false }: Known): After {
  const unheard = UNHEARD.has(error.kind)
  if (!online && (error.kind === 'network' || (unheard && run !== null))) return { next: 'again', keepRun: true }
  if (run === null) return { next: 'fail', keepRun: false }
  if (unheard && (alive || hasMoved(run, resumed))) return { next: 'again', keepRun: true }
  // Refused or unreachable before anything arrived: only the request failed. The run continues and is resumed later.
  if (resumed !== null && !heard && (BUSY.has(error.kind) || error.kind === 'network'))
    return { next: 'fail', keepRun: true }
  // The run is gone or has expired: the question itself has not failed.
  return { next: resumed !== null && LOST.has(error.kind) && !anew ? 'again' : 'fail', keepRun: false }
}

/** Decides about each break of one attempt, in order. */
export function makeBreaks(): AfterBreak {
  let last: RunHandle | null = null
  let anew = false
  return (broken) => {
    const { error, run, resumed, event = null } = broken
    const sign = run === null ? null : { ...run, cursor: event }
    const alive = sign !== null && hasMoved(sign, last ?? resumed)
    if (alive) last = sign
    const after = afterBreak({ ...broken, alive, anew })
    anew ||= after.next === 'again' && !after.keepRun
    const unknown = UNHEARD.has(error.kind) || LOST.has(error.kind)
    return { ...after, mayGoOn: run !== null && !after.keepRun && unknown }
  }
}

/** The connection failed, which says nothing about the run. */
const UNHEARD: ReadonlySet<LlmError['kind']> = new Set(['network', 'broken-stream', 'timeout'])
const BUSY: ReadonlySet<LlmError['kind']> = new Set(['rate-limit', 'overloaded', 'server'])
const LOST: ReadonlySet<LlmError['kind']> = new Set(['not-found', 'bad-request', 'unknown'])

const hasMoved = (run: RunHandle, resumed: RunHandle | null): boolean =>
  resumed === null || run.responseId !== resumed.responseId || (run.cursor ?? -1) > (resumed.cursor ?? -1)
