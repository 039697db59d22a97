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
   * Providers are lent and borrowed, or, where they were, are so no more. `url`: the storage's. Absent: nothing of that
   * is looked at.
   */
  lending?: { on: boolean; url: string }
  /** Another device has removed this one: it shares no more. */
  removed?: () => Promise<void>
  /** Why no requests go to it: this device was removed, or it is paused. */
  closed?: Refusal
  /**
   * Races the storage against itself if that was long ago. Resolves to whether it was found unfit, and is paused now.
   */
  proveAgain?: () => Promise<boolean>
  /** Milliseconds since the storage stopped working; 0: it works, as far as is known. */
  troubledFor?: () => number
  /** Of other devices. Absent: those are taken for right until they are heard. */
  clocks?: Clocks
  /** Of those that sharing makes. */
  requests?: Pick<RequestCount, 'tick' | 'stop'>
  /** How often it is looked whether anything is to be done, in ms. */
  tick?: number
  /** Most ticks between two reads of the other notes while idle. */
  rest?: number
  /** Sessions in one note of this device. */
  mostSaid?: number
  /** How many rows may be unsent before a run begins nothing more. */
  mostUnsent?: number
  /** Milliseconds that a running owner gets to end its answer before another device takes over. */
  patience?: number
}

/** 128 random bits in hex. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
