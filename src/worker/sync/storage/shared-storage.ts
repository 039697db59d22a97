import type { Refusal } from '../../../protocol/refusals.ts'
import type { ObjectStore } from '../../../sync/object-store.ts'
import type { Vault } from '../../../sync/vault.ts'
import type { Clocks } from '../devices/clocks.ts'
import type { RequestCount } from './count-requests.ts'

/**
 * The storage that this person's devices share, as a writer uses it. `device`: this one; its id is only to be told from
 * others'.
 */
export type SharedStorage = {
  store: ObjectStore
  vault: Pick<Vault, 'name' | 'keyOf' | 'prefixOf' | 'seal' | 'open'>
  device: { id: string; name: string }
  /** Wall time in ms of the connection: later changes are shared. Absent: changes from now on. */
  connectedAt?: number
  /** Share only the sessions that a person chose. */
  onlyChosen?: boolean
  /**
   * Lending and borrowing of providers. `on`: false: ends what was lent and borrowed. `url`: of the storage. Absent: no
   * lending at all.
   */
  lending?: { on: boolean; url: string }
  /** Called when another device has removed this one: stops sharing. */
  removed?: () => Promise<void>
  /** Why no requests go to it: this device was removed, or it is paused. */
  closed?: Refusal
  /**
   * Probes the storage again if the last probe was long ago. Resolves to whether it was found unfit and is now paused.
   */
  proveAgain?: () => Promise<boolean>
  /** Milliseconds since the storage stopped working; 0: it works, as far as is known. */
  troubledFor?: () => number
  /** Clocks of other devices. Absent: assumed to be right until a note arrives. */
  clocks?: Clocks
  /** Counts the requests of sharing. */
  requests?: Pick<RequestCount, 'tick' | 'stop'>
  /** Time between two checks for work, in ms. */
  tick?: number
  /** Most ticks between two reads of the other notes while idle. */
  rest?: number
  /** Sessions in one note of this device. */
  mostSaid?: number
  /** With more unsent rows than this, a run starts nothing new. */
  mostUnsent?: number
  /** Milliseconds that a running owner gets to end its answer before another device takes over. */
  patience?: number
}

/** 128 random bits in hex. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
