/**
 * The states of sharing, from the settings to a storage in use. Pure; `open-sharing.ts` carries out the effects of each
 * state.
 */

/** `followed`: sessions of other devices, as far as is known while no storage is in use. They may not run here. */
type Known = { turn: number; followed: ReadonlySet<string> }

export type OpeningState =
  /** Reads the settings and opens the storage. `locked`: waits until the keys are unlocked. */
  | ({ type: 'opening'; locked: boolean; parting: Parting } & Known)
  /** The storage could not be opened; the next try follows later. */
  | ({ type: 'hindered' } & Known)
  /** `settings`: the settings that it was opened with, as text. */
  | ({ type: 'sharing'; settings: string | undefined } & Known)
  /**
   * No storage is connected. `parting`: sessions of other devices that are becoming this device's own. `failed`: those
   * that could not, with the error.
   */
  | ({ type: 'unconnected'; parting: Parting; failed: ReadonlyMap<string, unknown> } & Known)

type Parting = ReadonlySet<string>

export type OpeningInput =
  /** The settings may have changed. `followed`: what other devices have by now. */
  | { type: 'settings-read'; settings: string | undefined; followed: Iterable<string> }
  | { type: 'locked'; turn: number; locked: boolean }
  /** `connected`: there is a storage. `followed`: of the places that were read since. */
  | { type: 'opened'; turn: number; connected: boolean; settings: string | undefined; followed: Iterable<string> }
  | { type: 'failed' | 'again'; turn: number }
  /** A person continues a session of another device here, without a storage. */
  | { type: 'part'; sessionId: string; settings: string | undefined }
  /** `error`: why that could not be stored; null: it was. */
  | { type: 'parted'; sessionId: string; error: unknown }

export type OpeningEffect =
  | { kind: 'open' | 'wait'; turn: number }
  | { kind: 'share'; turn: number }
  | { kind: 'part'; sessionId: string }

export const beginOpening = (followed: Iterable<string>): OpeningState => ({
  ...{ type: 'opening', turn: 0, locked: false, parting: new Set(), followed: new Set(followed) },
})

/** Returns the same state (by reference) when the input does not apply. */
export function openingTransition(state: OpeningState, input: OpeningInput): OpeningState {
  switch (input.type) {
    case 'settings-read': {
      const { settings } = input
      if (state.type === 'sharing' && state.settings === settings) return state
      if (state.type === 'unconnected' && settings === undefined) return state
      return openAgain({ ...state, followed: new Set(input.followed) })
    }
    case 'locked':
      return state.type === 'opening' && state.turn === input.turn && state.locked !== input.locked
        ? { ...state, locked: input.locked }
        : state
    case 'opened': {
      if (state.type !== 'opening' || state.turn !== input.turn) return state
      const { turn, settings, connected } = input
      const followed = new Set(input.followed)
      return connected
        ? { type: 'sharing', turn, followed, settings }
        : { type: 'unconnected', turn, followed, parting: new Set(), failed: new Map() }
    }
    case 'failed': {
      const { turn, followed } = state
      return state.type === 'opening' && turn === input.turn ? { type: 'hindered', turn, followed } : state
    }
    case 'again':
      return state.type === 'hindered' && state.turn === input.turn ? openAgain(state) : state
    case 'part': {
      const { sessionId, settings } = input
      if (state.type !== 'unconnected' || settings !== undefined || !state.followed.has(sessionId)) return state
      const failed = new Map(state.failed)
      failed.delete(sessionId)
      return { ...state, failed, parting: new Set([...state.parting, sessionId]) }
    }
    case 'parted':
      return parted(state, input)
  }
}

/** What is becoming this device's own is stored first: the places would be read too early. */
function openAgain(state: OpeningState): OpeningState {
  const parting = state.type === 'opening' || state.type === 'unconnected' ? state.parting : new Set<string>()
  return { type: 'opening', turn: state.turn + 1, locked: false, parting, followed: state.followed }
}

function parted(state: OpeningState, { sessionId, error }: Extract<OpeningInput, { type: 'parted' }>): OpeningState {
  if (state.type !== 'opening' && state.type !== 'unconnected') return state
  if (!state.parting.has(sessionId)) return state
  const parting = without(state.parting, sessionId)
  const followed = error === null ? without(state.followed, sessionId) : state.followed
  if (state.type === 'opening') return { ...state, parting, followed }
  const failed = error === null ? state.failed : new Map([...state.failed, [sessionId, error]])
  return { ...state, parting, followed, failed }
}

const without = (all: ReadonlySet<string>, one: string): ReadonlySet<string> => {
  const rest = new Set(all)
  rest.delete(one)
  return rest
}

/** What must be going on in this state, by key. */
export function openingEffectsAt(state: OpeningState): Record<string, OpeningEffect> {
  const { turn } = state
  const parting = state.type === 'opening' || state.type === 'unconnected' ? [...state.parting] : []
  const effects: Record<string, OpeningEffect> = {}
  for (const sessionId of parting) effects[`part:${sessionId}`] = { kind: 'part', sessionId }
  if (state.type === 'opening' && parting.length === 0) effects[`open:${turn}`] = { kind: 'open', turn }
  if (state.type === 'hindered') effects[`wait:${turn}`] = { kind: 'wait', turn }
  if (state.type === 'sharing') effects[`share:${turn}`] = { kind: 'share', turn }
  return effects
}

/** It is known whether a storage is in use. */
export const isSettled = ({ type }: OpeningState): boolean => type === 'sharing' || type === 'unconnected'

/** What a person asks for waits no longer: it is known, or cannot be known for now. */
export const isTried = (state: OpeningState): boolean =>
  state.type === 'opening' ? state.locked : isSettled(state) || state.type === 'hindered'
