import type { Immutable } from 'mutative'
import type { MoorexDefinition } from './definition.ts'
import type { PendingBatch } from './pending-batch.ts'

/**
 * Finds the signal of a batch that removed an effect's key: folds the batch once more, when first asked, and looks at
 * the effects after each signal. The transition and `effectsAt` are pure, so this is the fold that was committed.
 * @returns the place of that signal in the batch; -1 if the key was never there
 */
export function removedAt<State, Signal, Effect>(
  { transition, effectsAt }: MoorexDefinition<State, Signal, Effect>,
  { signals, rejected }: PendingBatch<Immutable<Signal>>,
  previous: Immutable<State>,
): (key: string) => number {
  let wanted: Record<string, unknown>[] | null = null
  const fold = (): Record<string, unknown>[] => {
    let state = previous
    let effects = effectsAt(state)
    return signals.map((signal, place) => {
      const next = rejected?.has(place) === true ? state : transition(signal)(state)
      if (!Object.is(next, state)) effects = effectsAt(next)
      state = next
      return effects
    })
  }
  return (key) => {
    wanted ??= fold()
    const last = wanted.findLastIndex((effects) => Object.hasOwn(effects, key))
    return last + 1 < wanted.length ? last + 1 : -1
  }
}
