import type { Immutable } from 'mutative'
import type { EffectDispatch, EffectEvent, EffectInitializer, MoorexDefinition } from './definition.ts'
import type { PendingBatch } from './pending-batch.ts'
import { catchLate } from './report.ts'

type Entry<Signal, Effect> = {
  readonly key: string
  readonly effect: Immutable<Effect>
  /** False once cancelled or ended. An ended entry stays until its key is gone, so that it is not started again. */
  alive: boolean
  /** Null until the handlers of `effect-started` have heard of it: before that there is nothing to cancel. */
  initializer: EffectInitializer<Signal> | null
  /** The newest batch that this effect dispatched into; null before its first signal. */
  asked: PendingBatch<Immutable<Signal>> | null
  /** Places of its signals in that batch. */
  places: number[]
}

/**
 * The batch that is being reconciled. `removedAt`: the place of the signal that removed a key. Call it only for keys
 * that are gone.
 */
export type Removals<Signal> = {
  readonly batch: PendingBatch<Immutable<Signal>>
  readonly removedAt: (key: string) => number
}

export type RunningEffects<State, Signal, Effect> = {
  /**
   * Cancels effects that are gone from `wanted`, then starts those that are new in it; leaves the others alone. An
   * effect whose own signal removed its key has completed. `removals` is null for the first state.
   */
  reconcile: (
    wanted: Record<string, Immutable<Effect>>,
    state: Immutable<State>,
    removals: Removals<Signal> | null,
  ) => void
  /** The living effects, by key. */
  list: () => Record<string, Immutable<Effect>>
  /** Cancels all. A `reconcile` further up the stack starts nothing more. */
  stop: () => void
}

type Context<State, Signal, Effect> = {
  runEffect: MoorexDefinition<State, Signal, Effect>['runEffect']
  emit: (event: EffectEvent<Effect>) => void
  /** Queues a signal and returns the batch that it became part of. */
  enqueue: (signal: Immutable<Signal>) => PendingBatch<Immutable<Signal>>
}

/**
 * Keeps the running effects equal to the wanted ones, by key. Errors of an effect stay inside: they become `effect-
 * failed`.
 */
export function createRunningEffects<State, Signal, Effect>(
  context: Context<State, Signal, Effect>,
): RunningEffects<State, Signal, Effect> {
  const { runEffect, emit, enqueue } = context
  const entries = new Map<string, Entry<Signal, Effect>>()
  let stopped = false

  const fail = ({ effect, key }: Entry<Signal, Effect>, error: unknown): void =>
    emit({ type: 'effect-failed', effect, key, error })

  const completed = (entry: Entry<Signal, Effect>): void => {
    if (!entry.alive) return
    entry.alive = false
    emit({ type: 'effect-completed', effect: entry.effect, key: entry.key })
  }

  const failed = (entry: Entry<Signal, Effect>, error: unknown): void => {
    if (!entry.alive) return
    entry.alive = false
    fail(entry, error)
  }

  const cancel = (entry: Entry<Signal, Effect>, removals: Removals<Signal> | null): void => {
    entries.delete(entry.key)
    if (!entry.alive) return
    // Dead before `cancel` runs: a dispatch or an abort handler in it comes too late.
    entry.alive = false
    const { effect, key, initializer } = entry
    const type = removals !== null && removedItself(entry, removals) ? 'effect-completed' : 'effect-canceled'
    let failure: { error: unknown } | null = null
    try {
      catchLate(initializer?.cancel(), (error) => fail(entry, error))
    } catch (error) {
      failure = { error }
    }
    emit({ type, effect, key })
    if (failure) fail(entry, failure.error)
  }

  const start = (key: string, effect: Immutable<Effect>, state: Immutable<State>): void => {
    let initializer: EffectInitializer<Signal>
    try {
      initializer = runEffect(effect, state, key)
    } catch (error) {
      // It never started, so no event says that it did. Its entry stays, so that it is not tried again.
      entries.set(key, { key, effect, alive: false, initializer: null, asked: null, places: [] })
      if (!stopped) emit({ type: 'effect-failed', effect, key, error })
      return
    }
    // `runEffect` itself may have called `stop()`: its effect was never started, so there is nothing to cancel.
    if (stopped) return
    const entry: Entry<Signal, Effect> = { key, effect, alive: true, initializer: null, asked: null, places: [] }
    entries.set(key, entry)
    emit({ type: 'effect-started', effect, key })
    // A handler of that event may have called `stop()`.
    if (!entry.alive) return
    entry.initializer = initializer
    try {
      Promise.resolve(initializer.start(dispatchOf(entry, enqueue))).then(
        () => completed(entry),
        (error: unknown) => failed(entry, error),
      )
    } catch (error) {
      failed(entry, error)
    }
  }

  return {
    reconcile: (wanted, state, removals) => {
      for (const entry of entries.values()) if (!Object.hasOwn(wanted, entry.key)) cancel(entry, removals)
      for (const key of Object.keys(wanted)) {
        if (stopped) return
        if (entries.has(key)) continue
        start(key, wanted[key] as Immutable<Effect>, state)
      }
    },
    list: () => {
      const alive = [...entries.values()].filter((entry) => entry.alive)
      return Object.fromEntries(alive.map((entry) => [entry.key, entry.effect]))
    },
    stop: () => {
      stopped = true
      for (const entry of entries.values()) cancel(entry, null)
    },
  }
}

/** Whether the signal that removed the key of this effect is the effect's own. */
function removedItself<Signal, Effect>(
  { key, asked, places }: Entry<Signal, Effect>,
  { batch, removedAt }: Removals<Signal>,
): boolean {
  if (asked !== batch) return false
  // The common case, without folding the batch again.
  if (places.length === batch.signals.length) return true
  return places.includes(removedAt(key))
}

const dead = Promise.resolve(false)

/**
 * The `dispatch` of one effect. The batch itself answers its promise: the effect continues before the next batch can
 * cancel it, and the answer is still true when it is read.
 */
function dispatchOf<Signal, Effect>(
  entry: Entry<Signal, Effect>,
  enqueue: (signal: Immutable<Signal>) => PendingBatch<Immutable<Signal>>,
): EffectDispatch<Signal> {
  let answer = dead
  return (signal) => {
    if (!entry.alive) return dead
    const batch = enqueue(signal)
    if (entry.asked !== batch) {
      entry.asked = batch
      const own: number[] = []
      entry.places = own
      // A rejected signal is not committed: what it announced must not happen.
      const goesOn = (): boolean => entry.alive && !own.some((place) => batch.rejected?.has(place) === true)
      answer = new Promise((resolve) => batch.answers.push(() => resolve(goesOn())))
    }
    entry.places.push(batch.signals.length - 1)
    return answer
  }
}
