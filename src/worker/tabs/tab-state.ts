import type { StorageFault } from '../../settings/storage-fault.ts'

/**
 * The states of a tab, from being opened by a page to writing. Pure; `tab-effects.ts` carries out the effects of each
 * state.
 */

/**
 * The writer as this tab last knew it. `here`: it is still writing, as far as this tab knows. `epoch` 0: no writer was
 * ever known. `fault`: the tab with the lock, this one or another, cannot start to write and keeps trying.
 */
type KnownWriter = { epoch: number; safe: boolean; here: boolean; fault?: StorageFault | undefined }

export type TabState =
  /**
   * The page, the storage or the code for writing is still missing: the tab can follow but does not queue for the lock.
   */
  | { type: 'opening'; greeted: boolean; known: KnownWriter }
  /** In the queue for the lock. No tab is known to write. */
  | { type: 'waiting'; known: KnownWriter }
  /** In the queue for the lock, while another tab writes. */
  | { type: 'following'; known: KnownWriter }
  /** The lock is ours, an epoch not yet. */
  | { type: 'claiming'; turn: number; known: KnownWriter }
  /** The epoch is ours; the stored data is being checked. */
  | { type: 'starting'; epoch: number; known: KnownWriter }
  | { type: 'writing'; epoch: number; safe: boolean }
  /**
   * The lock is ours but the epoch is not. Either the news that the lock is lost is on its way, or a tab that had lost
   * the lock claimed the epoch too late. In the second case this tab must claim again, or no tab would ever write.
   */
  | { type: 'outdated'; known: KnownWriter }
  /** No longer in the queue. Commands of its page are still forwarded to the tab that writes. */
  | { type: 'closed'; known: KnownWriter }

export type TabInput =
  /** Storage is open and the page has said hello. */
  | { type: 'greeted' }
  /** The code for writing was loaded, or cannot be loaded. A failure is reported if this tab is elected. */
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
  /** Sends signs of life until the code for writing is loaded. */
  | { kind: 'prepare' }
  /** Queues for the lock, and holds it. */
  | { kind: 'queue' }
  | { kind: 'claim'; turn: number }
  | { kind: 'write'; epoch: number }
  | { kind: 'wait-for-word' }
  /** Tells the page and the other tabs which tab writes. */
  | ({ kind: 'tell-role' } & RoleTold)

/**
 * `role` of this tab; `epoch` of the writer. `safe`: the writer runs nothing. `fault`: why no tab can write right now.
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
  // last, because a listener may act on the new role right away
  const key = `tell-role:${told.role}:${told.epoch}:${told.safe}`
  if (told.fault !== undefined) effects[`${key}:${told.fault.message}`] = { kind: 'tell-role', ...told }
  else if (told.epoch > 0) effects[key] = { kind: 'tell-role', ...told }
  return effects
}

/**
 * The writer, as this tab reports it to its page and to other tabs. A tab that is about to write still reports the
 * writer before it.
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
  // the holder of the lock knows the obstacle better than a writer that has lost it
  return { ...state, known: hasLock(state) ? { ...known, fault: told.fault } : known }
}

const isSameFault = (a: StorageFault | undefined, b: StorageFault | undefined): boolean => a?.message === b?.message

const queued = (known: KnownWriter): TabState => ({ type: known.here ? 'following' : 'waiting', known })

const nobodySince = (epoch: number): KnownWriter => ({ epoch, safe: false, here: false })

/** What is known about the writer once this tab no longer writes. Its own start counts as the last known writer. */
const knownIn = (state: TabState): KnownWriter =>
  state.type === 'starting' || state.type === 'writing' ? nobodySince(state.epoch) : state.known
