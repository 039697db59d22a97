import { contextFor } from '../../../../src/agent/context.ts'
import type { Effect } from '../../../../src/agent/effect.ts'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { transition } from '../../../../src/agent/transition.ts'

/**
 * The mind as the world drives it. A test may wrap it to break a rule on purpose; nothing in the product can be
 * switched.
 */
export type Machine = {
  transition: (input: Input) => (state: State) => State
  effectsAt: (state: State) => Record<string, Effect>
  contextFor: typeof contextFor
}
export const MACHINE: Machine = { transition, effectsAt, contextFor }

export class Broken extends Error {
  readonly law: string
  constructor(law: string, what: string) {
    super(`law ${law}: ${what}`)
    this.law = law
  }
}
export const must = (ok: boolean, law: string, what: () => string): void => {
  if (!ok) throw new Broken(law, what())
}

/** Whatever writes into a value that it was given throws from now on. */
export const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) freeze(inner)
  }
  return value
}
