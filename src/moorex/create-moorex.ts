import type { Immutable } from 'mutative'
import type { Batch, Moorex, MoorexDefinition, MoorexEvent, MoorexOptions } from './definition.ts'
import { createEventEmitter } from './event-emitter.ts'
import { MoorexStopped } from './moorex-stopped.ts'
import { createPendingBatch, markHandled, type PendingBatch, rejectBatch, resolveBatch } from './pending-batch.ts'
import { removedAt } from './removed-at.ts'
import { reportToPlatform, safeReport } from './report.ts'
import { createRunningEffects } from './running-effects.ts'

/** `then` on a resolved promise: as prompt as `queueMicrotask`, and in Node several times cheaper. */
const microtask = Promise.resolve()

/**
 * Makes a machine whose state decides which effects run (seed 000; the contract is in README.md). When this
 * returns, the effects of the initial state have been started; their events follow in the next microtask.
 * Throws what `initiate`, or `effectsAt` of the initial state, throws; then nothing was started. Later nothing throws.
 */
export function createMoorex<State, Signal, Effect>(
  definition: MoorexDefinition<State, Signal, Effect>,
  options: MoorexOptions<State, Signal> = {},
): Moorex<State, Signal, Effect> {
  type Pending = PendingBatch<Immutable<Signal>>
  const { commit } = options
  const report = safeReport(options.report ?? reportToPlatform)
  const events = createEventEmitter<MoorexEvent<State, Signal, Effect>>(report)

  /** Collects signals for the next batch. */
  let queued: Pending | null = null
  /** A batch is scheduled (it is still `queued`), worked on, or held: no other may begin. */
  let busy = false
  let current: Pending | null = null
  let held: Batch<State, Signal> | null = null
  let committing: Promise<boolean> | null = null
  let stopped = false

  const enqueue = (signal: Immutable<Signal>): Pending => {
    queued ??= createPendingBatch()
    queued.signals.push(signal)
    if (!busy) schedule()
    return queued
  }

  const schedule = (): void => {
    busy = true
    void microtask.then(takeBatch)
  }

  const takeBatch = (): void => {
    if (stopped || !queued) return
    current = queued
    queued = null
    const batch = fold(current)
    if (stopped) return
    if (!commit || batch.applied.length === 0) {
      finish(batch)
      return
    }
    held = batch
    void attemptCommit(commit, batch)
  }

  const fold = (pending: Pending): Batch<State, Signal> => {
    const { signals } = pending
    const applied: Immutable<Signal>[] = []
    let next = state
    let place = -1
    for (const signal of signals) {
      if (stopped) break
      place += 1
      events.emit({ type: 'signal-received', signal })
      try {
        const after = definition.transition(signal)(next)
        if (Object.is(after, next)) continue
        next = after
        applied.push(signal)
      } catch (error) {
        pending.rejected ??= new Set()
        pending.rejected.add(place)
        events.emit({ type: 'signal-rejected', signal, error })
      }
    }
    return { signals, applied, previous: state, next }
  }

  /** In a separate microtask, so that `committing` is known before `commit` runs, and a throw is a rejection. */
  const attemptCommit = (commitBatch: NonNullable<typeof commit>, batch: Batch<State, Signal>): Promise<boolean> => {
    committing = microtask
      .then(() => (stopped ? undefined : commitBatch(batch)))
      .then(
        () => committed(batch),
        (error: unknown) => refused(batch, error),
      )
    return committing
  }

  const committed = (batch: Batch<State, Signal>): boolean => {
    committing = null
    if (stopped) return false
    held = null
    finish(batch)
    return true
  }

  const refused = (batch: Batch<State, Signal>, error: unknown): boolean => {
    committing = null
    if (!stopped) events.emit({ type: 'commit-failed', batch, error })
    return false
  }

  const finish = ({ previous, next }: Batch<State, Signal>): void => {
    if (!Object.is(previous, next)) {
      state = next
      reconcile(previous, next)
      if (!stopped) events.emit({ type: 'state-updated', state: next })
    }
    if (stopped) return
    // Settled before the next batch is scheduled, so that its callers continue first.
    if (current) resolveBatch(current)
    current = null
    busy = false
    if (queued) schedule()
  }

  const reconcile = (previous: Immutable<State>, next: Immutable<State>): void => {
    const batch = current
    const removals = batch && { batch, removedAt: removedAt(definition, batch, previous) }
    try {
      effects.reconcile(definition.effectsAt(next), next, removals)
    } catch (error) {
      // A bug of the definition. The state is committed, the running effects stay, and the next state is asked again.
      report(error)
    }
  }

  const effects = createRunningEffects<State, Signal, Effect>({
    runEffect: definition.runEffect,
    emit: events.emit,
    enqueue,
  })

  let state = definition.initiate()
  const initiallyWanted = definition.effectsAt(state)
  // Before the first effect can schedule anything, so that the held events are out before the first batch begins.
  void microtask.then(events.release)
  effects.reconcile(initiallyWanted, state, null)

  return {
    dispatch: (signal) => (stopped ? rejected() : enqueue(signal).promise),
    on: events.on,
    getState: () => state,
    getEffects: effects.list,
    retryCommit: () => {
      if (stopped) return Promise.resolve(false)
      if (committing) return committing
      return commit && held ? attemptCommit(commit, held) : Promise.resolve(true)
    },
    stop: () => {
      if (stopped) return
      stopped = true
      effects.stop()
      for (const pending of [current, queued]) if (pending) rejectBatch(pending, new MoorexStopped())
      current = null
      queued = null
      held = null
    },
  }
}

function rejected(): Promise<never> {
  const promise = Promise.reject(new MoorexStopped())
  markHandled(promise)
  return promise
}
