import type { Immutable } from 'mutative'

/** The types of the machine (seed 000). README.md beside this file says what each promises when it runs. */

/**
 * Dispatches a signal of an effect. Resolves once the batch of that signal is committed and reconciled, to whether the
 * effect is still alive: `if (!(await dispatch(started))) return`. After the effect was cancelled or has ended, it does
 * nothing and resolves to false. It also resolves to false if the transition of a signal that the effect dispatched in
 * this batch threw (nothing of that is committed), and on `stop()`. Never rejects.
 */
export type EffectDispatch<Signal> = (signal: Immutable<Signal>) => Promise<boolean>

/** The result of `runEffect`. Making one must not do anything yet: `start` may never be called. */
export type EffectInitializer<Signal> = {
  /** Called at most once. The effect has ended when the promise settles. */
  start: (dispatch: EffectDispatch<Signal>) => Promise<void>
  /** Called at most once, only after `start` and only while the effect runs. */
  cancel: () => void
}

/** `transition` and `effectsAt` are pure: no clock, no random, no change of their arguments. */
export type MoorexDefinition<State, Signal, Effect> = {
  /** Called once; returns the first state or a restored state. `createMoorex` throws what it throws. */
  initiate: () => Immutable<State>
  /** Returns the same state (by reference) when the signal does not apply. */
  transition: (signal: Immutable<Signal>) => (state: Immutable<State>) => Immutable<State>
  /** Everything that must be running in this state, by its stable key. Called once per state that is reached. */
  effectsAt: (state: Immutable<State>) => Record<string, Immutable<Effect>>
  /** `state` is the one whose `effectsAt` introduced the key. */
  runEffect: (effect: Immutable<Effect>, state: Immutable<State>, key: string) => EffectInitializer<Signal>
}

/** What one commit makes durable. A retried commit gets the same object. */
export type Batch<State, Signal> = {
  /** All signals, in the order of their dispatch. */
  readonly signals: readonly Immutable<Signal>[]
  /**
   * The signals that changed the state (by reference), in order; never empty. Folding them from `previous` gives
   * `next`.
   */
  readonly applied: readonly Immutable<Signal>[]
  readonly previous: Immutable<State>
  readonly next: Immutable<State>
}

type OfEffect<Effect> = {
  readonly effect: Immutable<Effect>
  readonly key: string
}

export type SignalReceived<Signal> = {
  readonly type: 'signal-received'
  readonly signal: Immutable<Signal>
}
/** A transition threw: the signal is dropped, the state stays, and the batch continues. */
export type SignalRejected<Signal> = {
  readonly type: 'signal-rejected'
  readonly signal: Immutable<Signal>
  readonly error: unknown
}
/** The batch is held until `retryCommit` succeeds. */
export type CommitFailed<State, Signal> = {
  readonly type: 'commit-failed'
  readonly batch: Batch<State, Signal>
  readonly error: unknown
}
export type EffectStarted<Effect> = {
  readonly type: 'effect-started'
} & OfEffect<Effect>
export type EffectCompleted<Effect> = {
  readonly type: 'effect-completed'
} & OfEffect<Effect>
export type EffectCanceled<Effect> = {
  readonly type: 'effect-canceled'
} & OfEffect<Effect>
export type EffectFailed<Effect> = {
  readonly type: 'effect-failed'
  readonly error: unknown
} & OfEffect<Effect>
export type StateUpdated<State> = {
  readonly type: 'state-updated'
  readonly state: Immutable<State>
}

export type EffectEvent<Effect> =
  | EffectStarted<Effect>
  | EffectCompleted<Effect>
  | EffectCanceled<Effect>
  | EffectFailed<Effect>

export type MoorexEvent<State, Signal, Effect> =
  | SignalReceived<Signal>
  | SignalRejected<Signal>
  | CommitFailed<State, Signal>
  | EffectEvent<Effect>
  | StateUpdated<State>

export type MoorexOptions<State, Signal> = {
  /**
   * The commit gate: awaited between transition and reconciliation. May be called again with the same batch after it
   * rejected, so it must be atomic; it is not called for a batch in which no signal applied.
   */
  commit?: ((batch: Batch<State, Signal>) => Promise<void>) | undefined
  /** Gets what handlers of `on` throw, and what `effectsAt` throws. Default: `reportError`, else the console. */
  report?: ((error: unknown) => void) | undefined
}

/**
 * Resolves when the batch is committed and reconciled; one promise for all signals of a batch. Rejects only with
 * `MoorexStopped`: then the signal may not be committed. The rejection needs no handler.
 */
export type Dispatch<Signal> = (signal: Immutable<Signal>) => Promise<void>

export type Moorex<State, Signal, Effect> = {
  dispatch: Dispatch<Signal>
  /**
   * Returns its unsubscribe. A handler that unsubscribed hears nothing more, not even the rest of the current event.
   */
  on: (handler: (event: MoorexEvent<State, Signal, Effect>) => void) => () => void
  /** The last state that was committed. */
  getState: () => Immutable<State>
  /** The running effects by key, in a new record: started, not cancelled, not ended. */
  getEffects: () => Record<string, Immutable<Effect>>
  /**
   * Commits the held batch again. Single-flight: while a commit is under way this is that commit. Resolves to whether
   * that commit succeeded; true when nothing is held, false after `stop()`. Never rejects.
   */
  retryCommit: () => Promise<boolean>
  /** Cancels every running effect, rejects what is pending, ignores everything later. Idempotent, and final. */
  stop: () => void
}
