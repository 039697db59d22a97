import type { StorageFault } from '../../settings/storage-fault.ts'

/**
 * Where a tab stands between the page that opens it and writing. Pure; `tab-effects.ts` carries out what each state
 * asks for.
 */

/**
 * The writer as this tab last knew it. `here`: as far as it knows, that one still writes. `epoch` 0: it has never known
 * one. `fault`: the tab that has the lock, this one or another, cannot begin to write, and goes on trying.
 */
type KnownWriter = { epoch: number; safe: boolean; here: boolean; fault?: StorageFault | undefined }

export type TabState =
  /** Page, storage or the code for writing is not there yet: the tab can follow, and stands in no queue. */
  | { type: 'opening'; greeted: boolean; known: KnownWriter }
  /** In the queue for the lock; nobody is known to write. */
  | { type: 'waiting'; known: KnownWriter }
  /** In the queue for the lock, while another tab writes. */
  | { type: 'following'; known: KnownWriter }
  /** The lock is ours, an epoch not yet. */
  | { type: 'claiming'; turn: number; known: KnownWriter }
  /** The epoch is ours; what is stored is being looked at. */
  | { type: 'starting'; epoch: number; known: KnownWriter }
  | { type: 'writing'; epoch: number; safe: boolean }
  /**
   * The lock is still ours and the epoch is not: the word that the lock is lost is on its way, or else a tab that had
   * lost it claimed the epoch too late, and this one has to claim again, or nobody would ever write.
   */
  | { type: 'outdated'; known: KnownWriter }
  /** It stands in no queue any more; what its page wants it still passes to another tab that writes. */
  | { type: 'closed'; known: KnownWriter }

export type TabInput =
  /** Storage is open and the page has said hello. */
  | { type: 'greeted' }
  /** The code for writing has come, or will not come: that is told if this tab is elected. */
  | { type: 'ready' }
  /** A writer says that it is there; or, with a `fault`, a tab that would be it. */
  | { type: 'writer-heard'; epoch: number; safe: boolean; fault?: StorageFault | undefined }
  /** The lock is ours. `turn` tells the claims of this tab apart. */
  | { type: 'elected'; turn: number }
  /** Another tab has taken the lock. */
  | { type: 'lock-lost' }
  /** To claim, or to begin to write, has failed for a reason that can pass: it is tried again. */
  | { type: 'hindered'; fault: StorageFault }
  | { type: 'claimed'; turn: number; epoch: number }
  | { type: 'started'; epoch: number; safe: boolean }
  /** Storage has refused our epoch: it knows a later one. */
  | { type: 'superseded'; epoch: number }
  /** The word that the lock is lost has had its time and did not come. */
  | { type: 'claim-again'; turn: number }
  /** The database is wanted by newer code, or lost, or writing cannot be begun at all. */
  | { type: 'close' }

export type TabEffect =
  /** Says that this tab is there until its code for writing has come. */
  | { kind: 'prepare' }
  /** Stands in the queue for the lock, and holds it. */
  | { kind: 'queue' }
  | { kind: 'claim'; turn: number }
  | { kind: 'write'; epoch: number }
  | { kind: 'wait-for-word' }
  /** Tells page and tabs who writes. */
  | ({ kind: 'tell-role' } & RoleTold)

/**
 * `role` of this tab; `epoch` of the writer. `safe`: the writer runs nothing. `fault`: why nobody can write at present.
 */
export type RoleTold = Pick<KnownWriter, 'epoch' | 'safe' | 'fault'> & { role: 'writer' | 'follower' | 'none' }

export const opening: TabState = { type: 'opening', greeted: false, known: { epoch: 0, safe: false, here: false } }

/** Returns the same state (by reference) when the input does not apply. */
export function tabTransition(state: TabState, input: TabInput): TabState {
  switch (input.type) {
    case 'greeted':
      return state.type === 'opening' && !state.greeted ? { ...state, greeted: true } : state
    case 'ready':
      return state.type === 'opening' && state.greeted ? queued(state.known) : state
    case 'writer-heard':
      return heard(state, { epoch: input.epoch, safe: input.safe, here: true, fault: input.fault })
    case 'elected':
      return state.type === 'waiting' || state.type === 'following'
        ? { type: 'claiming', turn: input.turn, known: state.known }
        : state
    case 'lock-lost':
      return hasLock(state) ? queued(knownIn(state)) : state
    case 'hindered':
      return (state.type === 'claiming' || state.type === 'starting') && !isSameFault(state.known.fault, input.fault)
        ? { ...state, known: { ...state.known, fault: input.fault } }
        : state
    case 'claimed':
      return state.type === 'claiming' && state.turn === input.turn
        ? { type: 'starting', epoch: input.epoch, known: state.known }
        : state
    case 'started':
      return state.type === 'starting' && state.epoch === input.epoch
        ? { type: 'writing', epoch: input.epoch, safe: input.safe }
        : state
    case 'superseded':
      return (state.type === 'starting' || state.type === 'writing') && state.epoch === input.epoch
        ? { type: 'outdated', known: nobodySince(input.epoch) }
        : state
    case 'claim-again':
      return state.type === 'outdated' ? { type: 'claiming', turn: input.turn, known: state.known } : state
    case 'close':
      return state.type === 'closed'
        ? state
        : { type: 'closed', known: { ...knownIn(state), here: false, fault: undefined } }
  }
}

/** What must be going on in this state, by key. */
export function tabEffectsAt(state: TabState): Record<string, TabEffect> {
  const effects: Record<string, TabEffect> = {}
  const told = roleOf(state)
  if (state.type === 'opening' && state.greeted) effects['prepare'] = { kind: 'prepare' }
  if (state.type !== 'opening' && state.type !== 'closed') effects['queue'] = { kind: 'queue' }
  if (state.type === 'claiming') effects[`claim:${state.turn}`] = { kind: 'claim', turn: state.turn }
  if (state.type === 'starting' || state.type === 'writing')
    effects[`write:${state.epoch}`] = { kind: 'write', epoch: state.epoch }
  if (state.type === 'outdated') effects['wait-for-word'] = { kind: 'wait-for-word' }
  // after what ends and begins with it: who hears of a role may act on it at once
  const key = `tell-role:${told.role}:${told.epoch}:${told.safe}`
  if (told.fault !== undefined) effects[`${key}:${told.fault.message}`] = { kind: 'tell-role', ...told }
  else if (told.epoch > 0) effects[key] = { kind: 'tell-role', ...told }
  return effects
}

/**
 * Who writes, as this tab's page and the other tabs hear it from here. A tab on its way to write still tells of the
 * writer before.
 */
export function roleOf(state: TabState): RoleTold {
  if (state.type === 'writing') return { role: 'writer', epoch: state.epoch, safe: state.safe }
  const { here, ...known } = state.known
  return { role: here ? 'follower' : 'none', ...known }
}

/** As far as this tab has heard. */
const hasLock = ({ type }: TabState): boolean =>
  type === 'claiming' || type === 'starting' || type === 'writing' || type === 'outdated'

function heard(state: TabState, known: KnownWriter): TabState {
  const told = roleOf(state)
  const isTold = told.role === 'follower' && told.epoch === known.epoch && isSameFault(told.fault, known.fault)
  if (isTold || state.type === 'writing') return state
  if (state.type === 'waiting' || state.type === 'following') return { type: 'following', known }
  // with the lock it knows better than a writer that was robbed what is in the way
  return { ...state, known: hasLock(state) ? { ...known, fault: told.fault } : known }
}

const isSameFault = (a: StorageFault | undefined, b: StorageFault | undefined): boolean => a?.message === b?.message

const queued = (known: KnownWriter): TabState => ({ type: known.here ? 'following' : 'waiting', known })

const nobodySince = (epoch: number): KnownWriter => ({ epoch, safe: false, here: false })

/**
 * What is known of a writer when this tab is none any more. Its own start counts: nothing of the one before it goes on.
 */
const knownIn = (state: TabState): KnownWriter =>
  state.type === 'starting' || state.type === 'writing' ? nobodySince(state.epoch) : state.known
