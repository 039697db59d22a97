import type { Note } from '../devices/notes.ts'
import type { LentBy } from './lent.ts'

/** The states of sharing providers with other devices. Pure; `lending.ts` carries out the effects of each state. */

/**
 * `notes`: of other devices. `removed`: devices that these name as removed. `lent`: the providers of each device, as
 * read. `said`: the entry in this device's note; undefined: nothing was ever lent. `turn` numbers the rounds.
 */
type Known = {
  notes: readonly Note[]
  removed: ReadonlySet<string>
  lent: ReadonlyMap<string, LentBy>
  said: Note['keys']
  turn: number
}

export type LendingState =
  | ({ type: 'resting' } & Known)
  /** A round compares all providers. `again`: something changed since it began. */
  | ({ type: 'working'; again: boolean } & Known)
  /** The last round failed; it is tried again later. */
  | ({ type: 'failed' } & Known)

export type LendingInput =
  /** `lends`: the person has turned this on. */
  | { type: 'heard'; notes: readonly Note[]; removed: ReadonlySet<string>; lends: boolean }
  /** Providers may have been changed. */
  | { type: 'changed' }
  /** The end of a round. `lent`: what was read in it. */
  | { type: 'ended'; turn: number; lent: ReadonlyMap<string, LentBy>; said: Note['keys'] }
  | { type: 'failed'; turn: number; lent: ReadonlyMap<string, LentBy> }
  | { type: 'again'; turn: number }

export type LendingEffect = { kind: 'work' | 'wait'; turn: number } | { kind: 'tell' }

/** The first round begins at once. */
export const beginLending: LendingState = {
  ...{ type: 'working', again: false, notes: [], removed: new Set(), lent: new Map(), said: undefined, turn: 0 },
}

/** Returns the same state (by reference) when the input does not apply. */
export function lendingTransition(state: LendingState, input: LendingInput): LendingState {
  switch (input.type) {
    case 'heard': {
      const { notes, removed, lends } = input
      const heard = { ...state, notes, removed: new Set(removed) }
      return lends && isNews(state, input) ? work(heard) : heard
    }
    case 'changed':
      return work(state)
    case 'ended': {
      if (state.type !== 'working' || state.turn !== input.turn) return state
      const { lent, said } = input
      const isSame = state.said?.turn === said?.turn && state.said?.on === said?.on
      const known = { ...knownIn(state), lent, said: isSame ? state.said : said }
      return state.again ? begin(known) : { type: 'resting', ...known }
    }
    case 'failed':
      return state.type === 'working' && state.turn === input.turn
        ? { type: 'failed', ...knownIn(state), lent: input.lent }
        : state
    case 'again':
      return state.type === 'failed' && state.turn === input.turn ? begin(knownIn(state)) : state
  }
}

const knownIn = ({ notes, removed, lent, said, turn }: LendingState): Known => ({ notes, removed, lent, said, turn })
const begin = (known: Known): LendingState => ({ type: 'working', again: false, ...known, turn: known.turn + 1 })

function work(state: LendingState): LendingState {
  if (state.type !== 'working') return begin(knownIn(state))
  return state.again ? state : { ...state, again: true }
}

const isNews = ({ removed, lent }: LendingState, heard: Extract<LendingInput, { type: 'heard' }>): boolean =>
  heard.removed.size !== removed.size ||
  heard.notes.some(({ device, keys }) => keys !== undefined && keys.turn > (lent.get(device)?.turn ?? -1))

/** What must be going on in this state, by key. */
export function lendingEffectsAt(state: LendingState): Record<string, LendingEffect> {
  const { turn, said } = state
  const effects: Record<string, LendingEffect> = {}
  if (state.type === 'working') effects[`work:${turn}`] = { kind: 'work', turn }
  if (state.type === 'failed') effects[`wait:${turn}`] = { kind: 'wait', turn }
  if (said !== undefined) effects[`tell:${said.turn}:${said.on}`] = { kind: 'tell' }
  return effects
}
