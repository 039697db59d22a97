import { diff } from '../../agent/delta.ts'
import type { Delta } from '../../agent/delta-schema.ts'
import type { Effect } from '../../agent/effect.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import { evictRows } from '../../agent/held.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { createMoorex } from '../../moorex/create-moorex.ts'
import type { EffectInitializer, Moorex } from '../../moorex/definition.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import { makeRecorder } from './recorder.ts'

/**
 * One session's machine: stamps inputs, commits before anything acts, publishes what was committed, and restarts
 * effects that were lost.
 */

export type SessionCommit = { inputs: readonly Input[]; delta: Delta; previous: State; next: State }

export type SessionPorts = {
  /** Rejects when nothing was written. */
  commit: (commit: SessionCommit) => Promise<void>
  committed: (commit: SessionCommit) => void
  /** A commit failed: the machine holds its batch until `retryCommit`. */
  commitFailed: (error: unknown) => void
  runEffect: (effect: Effect, state: State, key: string) => EffectInitializer<Unstamped>
  /** Whether somebody reads file entries for an input that is still to come (see `evictRows`). */
  reading: () => boolean
  /** Safe mode: inputs are committed, nothing runs. */
  safe: boolean
  now: () => number
  report: (error: unknown) => void
}

export type Outcome = 'committed' | 'unapplied'

export type Session = {
  state: () => State
  /**
   * Resolves when the input is committed and reconciled, or was found not to apply. Rejects when the machine is
   * stopped.
   */
  dispatch: (input: Unstamped) => Promise<Outcome>
  retryCommit: () => Promise<boolean>
  /** The running effects and the last events. */
  view: () => MachineView
  stop: () => void
}

/** `highestSeq`: the highest stamp in head and journal. The counter continues from it. */
export function runSession(initial: State, highestSeq: number, ports: SessionPorts): Session {
  let seq = highestSeq
  const applied = new WeakSet<object>()
  let unpublished: SessionCommit | null = null
  const recorder = makeRecorder(ports.now)
  const stamp = (input: Unstamped): Input => ({ ...input, seq: ++seq, timestamp: ports.now() })

  const machine: Moorex<State, Input, Effect> = createMoorex<State, Input, Effect>(
    {
      initiate: () => initial,
      transition: (input) => (state) => {
        // at the beginning of a batch; its first input that applies starts from the rows that have to stay in memory
        const light = state === machine.getState() ? evictRows(state, ports.reading()) : state
        const next = transition(input)(light)
        return next === light ? state : next
      },
      effectsAt: (state) => (ports.safe ? {} : effectsAt(state)),
      runEffect: (effect, state, key) => {
        const { start, cancel } = ports.runEffect(effect, state, key)
        return { start: (dispatch) => start((input) => dispatch(stamp(input))), cancel }
      },
    },
    {
      commit: async (batch) => {
        const commit = {
          inputs: batch.applied,
          delta: diff(batch.previous, batch.next),
          previous: batch.previous,
          next: batch.next,
        }
        const began = performance.now()
        await ports.commit(commit)
        recorder.committed(commit.inputs, performance.now() - began)
        for (const input of batch.applied) applied.add(input)
        unpublished = commit
      },
      report: ports.report,
    },
  )

  machine.on(recorder.heard)
  machine.on((event) => {
    // after the effects have started: publishing must not delay an act
    if (event.type === 'state-updated' && unpublished !== null) {
      const commit = unpublished
      unpublished = null
      ports.committed(commit)
    }
    if (event.type === 'commit-failed') ports.commitFailed(event.error)
    if (event.type === 'signal-rejected') ports.report(event.error)
    if (event.type !== 'effect-completed' && event.type !== 'effect-failed') return
    // The safety net: whatever the effect dispatched last is queued before this, so the transition sees it first.
    if (event.key in effectsAt(machine.getState())) {
      const error = event.type === 'effect-failed' ? words(event.error) : 'It ended without a result.'
      void machine.dispatch(stamp({ type: 'effect-lost', key: event.key, error })).catch(() => {})
    }
    if (event.type === 'effect-failed') ports.report(event.error)
  })

  return {
    state: () => machine.getState(),
    dispatch: async (input) => {
      const stamped = stamp(input)
      await machine.dispatch(stamped)
      return applied.has(stamped) ? 'committed' : 'unapplied'
    },
    retryCommit: machine.retryCommit,
    view: recorder.view,
    stop: machine.stop,
  }
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000)
