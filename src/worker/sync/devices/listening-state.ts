/** When a device reads the notes of others and writes its own. Pure; `listen.ts` carries out the effects. */

/**
 * Ticks between two reads and writes of notes: `active` while something runs or is asked. Otherwise the pause doubles
 * each time, from `first` to `most`. `shown`: the longest pause while a page shows a session of another device.
 */
export const NOTES = { active: 2, first: 2, most: 30, shown: 4 }

/**
 * `ticks` so far. `due`: the tick of the next talk. `quiet`: the pause after it, in ticks. `lookedAt`: when a person
 * looked last, wall time in ms. `turn` numbers the talks.
 */
type Pace = { ticks: number; due: number; quiet: number; lookedAt: number; turn: number }

export type ListeningState =
  | ({ type: 'quiet' } & Pace)
  /** Notes are read and written. `again`: something is to be said that this talk may have missed. */
  | ({ type: 'talking'; again: boolean } & Pace)

export type ListeningInput =
  /**
   * `active`: something runs, or is asked. `shown`: a page shows what another device has. `slept`: this tick comes much
   * too late. `most`: the longest pause.
   */
  | { type: 'tick'; active: boolean; shown: boolean; slept: boolean; most: number }
  /** Something is new here. */
  | { type: 'stirred' }
  /** Another device must know it right away. */
  | { type: 'to-say' }
  /** A person is looking. `least`: ms between two looks. */
  | { type: 'looked'; now: number; least: number }
  | { type: 'ended' | 'failed'; turn: number }

export type ListeningEffect = { kind: 'talk'; turn: number } | { kind: 'look' }

export const beginListening: ListeningState = {
  ...{ type: 'quiet', ticks: 0, due: 0, quiet: NOTES.first, lookedAt: 0, turn: 0 },
}

/** Returns the same state (by reference) when the input does not apply. */
export function listeningTransition(state: ListeningState, input: ListeningInput): ListeningState {
  switch (input.type) {
    case 'tick':
      return tick(state, input)
    case 'stirred':
      return stirred(state)
    case 'to-say': {
      const now = stirred(state)
      return now.type === 'talking' ? { ...now, again: true } : talk(now)
    }
    case 'looked':
      return input.now - state.lookedAt < input.least ? state : talk(stirred({ ...state, lookedAt: input.now }))
    case 'ended':
    case 'failed': {
      if (state.type !== 'talking' || state.turn !== input.turn) return state
      // after a failure it waits for the next tick that is due
      return state.again && input.type === 'ended' ? talk(paceOf(state)) : { type: 'quiet', ...paceOf(state) }
    }
  }
}

const paceOf = ({ ticks, due, quiet, lookedAt, turn }: ListeningState): Pace => ({ ticks, due, quiet, lookedAt, turn })

function tick(
  before: ListeningState,
  { active, shown, slept, most }: Extract<ListeningInput, { type: 'tick' }>,
): ListeningState {
  const state = slept ? stirred(before) : before
  const { ticks, quiet } = state
  const due = shown ? Math.min(state.due, ticks + NOTES.shown) : state.due
  const isDue = ticks >= due || (active && ticks % NOTES.active === 0)
  if (!isDue) return { ...state, due, ticks: ticks + 1 }
  // counted from the next tick
  return talk({ ...state, ticks: ticks + 1, due: ticks + 1 + quiet, quiet: Math.min(quiet * 2, most) })
}

const stirred = (state: ListeningState): ListeningState => {
  const due = Math.min(state.due, state.ticks + NOTES.first)
  return due === state.due && state.quiet === NOTES.first ? state : { ...state, due, quiet: NOTES.first }
}

function talk(state: ListeningState | Pace): ListeningState {
  if ('type' in state && state.type === 'talking') return state
  const { ticks, due, quiet, lookedAt, turn } = state
  return { type: 'talking', again: false, ticks, due, quiet, lookedAt, turn: turn + 1 }
}

/** What must be going on in this state, by key. */
export function listeningEffectsAt(state: ListeningState): Record<string, ListeningEffect> {
  const { turn, lookedAt } = state
  const effects: Record<string, ListeningEffect> = lookedAt === 0 ? {} : { [`look:${lookedAt}`]: { kind: 'look' } }
  if (state.type === 'talking') effects[`talk:${turn}`] = { kind: 'talk', turn }
  return effects
}
