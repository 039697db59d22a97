import type { ObjectStore } from '../../sync/object-store.ts'
import type { Vault } from '../../sync/vault.ts'

/** The storage that this person's devices share, as a writer uses it. `device`: this one; its id is only to be told from others'. */
export type SharedStorage = {
  store: ObjectStore
  vault: Pick<Vault, 'keyOf' | 'prefixOf' | 'seal' | 'open'>
  device: { id: string; name: string }
  /** How often it is looked whether anything is to be done, in ms. */
  tick?: number
}

/** 128 random bits in hex. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
