import type { LlmError, RunHandle } from '../llm/port.ts'

/** What follows when an asking has broken off, whether its answer goes on at the provider (background mode) or not. Loaded with what an answer needs. */

export type Break = {
  error: LlmError
  /** The run that was listened to, as far as it got; null: there is none that goes on. */
  run: RunHandle | null
  /** Where that run was taken up; null: it was begun by this asking. */
  resumed: RunHandle | null
  online: boolean
  /** Whether this asking got anything of the answer. */
  heard: boolean
  /** The number of the provider's last event, which may have said nothing of the answer; undefined: it has none. */
  event?: number | undefined
}
type After = { next: 'again' | 'fail'; keepRun: boolean }
/** `mayGoOn`: nobody comes back to the run, which may still be made there, and paid for to its end. */
export type AfterBreak = (broken: Break) => After & { mayGoOn: boolean }
/** `alive`: the run has given a sign of life since the last break. `anew`: the question has been asked anew in this attempt. */
type Known = Break & { alive?: boolean; anew?: boolean }

/**
 * What follows when an asking has broken off. `again`: at once, in the same attempt; `keepRun`: by taking up the same run, where there is
 * one. `fail`: the attempt ends. A run is taken up again only while that brings something new, and a question asked anew in place of a run
 * that is gone only once, so this comes to an end.
 */
export function afterBreak({ error, run, resumed, online, heard, alive = false, anew = false }: Known): After {
  const unheard = UNHEARD.has(error.kind)
  if (!online && (error.kind === 'network' || (unheard && run !== null))) return { next: 'again', keepRun: true }
  if (run === null) return { next: 'fail', keepRun: false }
  if (unheard && (alive || hasMoved(run, resumed))) return { next: 'again', keepRun: true }
  // Refused, or not reached, before anything of it came: that is said of the asking, the run goes on and is asked for again, later.
  if (resumed !== null && !heard && (BUSY.has(error.kind) || error.kind === 'network'))
    return { next: 'fail', keepRun: true }
  // A run that is gone, or has expired: the question itself has not failed.
  return { next: resumed !== null && LOST.has(error.kind) && !anew ? 'again' : 'fail', keepRun: false }
}

/** What follows each of the breaks of one attempt, in their order. */
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

/** The connection failed; of the run that says nothing. */
const UNHEARD: ReadonlySet<LlmError['kind']> = new Set(['network', 'broken-stream', 'timeout'])
const BUSY: ReadonlySet<LlmError['kind']> = new Set(['rate-limit', 'overloaded', 'server'])
const LOST: ReadonlySet<LlmError['kind']> = new Set(['not-found', 'bad-request', 'unknown'])

const hasMoved = (run: RunHandle, resumed: RunHandle | null): boolean =>
  resumed === null || run.responseId !== resumed.responseId || (run.cursor ?? -1) > (resumed.cursor ?? -1)
