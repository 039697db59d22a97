import * as z from 'zod/mini'
import type { Way } from '../../../sync/heed.ts'
import type { StoreProblem } from '../../../sync/object-store.ts'

/**
 * How the storage of the devices is, as its answers say. Pure; `storage-trouble.ts` keeps it, `tell-trouble.ts` tells
 * of it.
 */

const KINDS = [
  ...(['unreachable', 'timeout', 'refused', 'clock', 'no-place', 'full'] as const),
  ...(['rate-limited', 'server', 'too-large', 'forgets', 'unfit', 'gone-wrong'] as const),
] satisfies StoreProblem['kind'][]

/**
 * `since`: when it first happened, wall time in ms. `connectedAt`: trouble of another connection is ignored. `way`:
 * reading or writing.
 */
export const Trouble = z.object({
  connectedAt: z.number(),
  since: z.number(),
  kind: z.enum(KINDS),
  message: z.string().check(z.maxLength(1000)),
  way: z.optional(z.enum(['read', 'write'])),
})
export type Trouble = z.infer<typeof Trouble>

/** `metAt`: when this worker saw it, by a monotonic clock in ms; null: only another worker has. */
type Met = { trouble: Trouble; metAt: number | null }
export type StorageState =
  | { type: 'well' }
  /** Any answer of the storage ends it. */
  | ({ type: 'troubled' } & Met)
  /** Only writing or only reading fails: a success of the other way does not end it. */
  | ({ type: 'one-way'; way: Way } & Met)
  /** It lost a confirmed write. Only a write that is found again ends this. */
  | ({ type: 'forgetful' } & Met)

export type StorageInput =
  | { type: 'answered'; way: Way }
  | { type: 'failed'; problem: StoreProblem; way: Way; at: number; now: number; connectedAt: number }
  /** A write was found in the storage. */
  | { type: 'proved' }
  /** Another tab may have changed the stored value. */
  | { type: 'read'; trouble: Trouble | null }

/** Problems of one way only: a full storage can still be read. */
const ONE_WAY: ReadonlySet<StoreProblem['kind']> = new Set(['refused', 'full', 'too-large'])

/** Returns the same state (by reference) when the input does not apply. */
export function storageTransition(state: StorageState, input: StorageInput): StorageState {
  switch (input.type) {
    case 'answered':
      if (state.type === 'well' || state.type === 'forgetful') return state
      return state.type === 'one-way' && state.way !== input.way ? state : { type: 'well' }
    case 'proved':
      return state.type === 'well' || (state.type === 'one-way' && state.way === 'read') ? state : { type: 'well' }
    case 'failed': {
      const { problem, way, at, now, connectedAt } = input
      const message = problem.message.slice(0, 1000)
      const before = state.type === 'well' ? null : state
      const metAt = before?.metAt ?? at
      if (before?.trouble.message === message) return before.metAt === null ? { ...before, metAt } : state
      // a storage that forgets may be away as well
      if (before?.type === 'forgetful' && problem.kind !== 'forgets') return state
      const since = before?.trouble.since ?? now
      return stateOf({ connectedAt, since, kind: problem.kind, message, way }, metAt)
    }
    case 'read': {
      const { trouble } = input
      if (trouble === null) return state.type === 'well' ? state : { type: 'well' }
      const metAt = state.type === 'well' ? null : state.metAt
      return state.type !== 'well' && state.trouble.message === trouble.message ? state : stateOf(trouble, metAt)
    }
  }
}

function stateOf(trouble: Trouble, metAt: number | null): StorageState {
  if (trouble.kind === 'forgets') return { type: 'forgetful', trouble, metAt }
  return ONE_WAY.has(trouble.kind) && trouble.way !== undefined
    ? { type: 'one-way', way: trouble.way, trouble, metAt }
    : { type: 'troubled', trouble, metAt }
}

/** The stored trouble, for the settings in any tab. null: none. */
export const troubleOf = (state: StorageState): Trouble | null => (state.type === 'well' ? null : state.trouble)

/** For how long it has been so, as far as this worker has met it; ms. 0: nothing is in the way. */
export const lasted = (state: StorageState, at: number): number =>
  state.type === 'well' || state.metAt === null ? 0 : at - state.metAt
