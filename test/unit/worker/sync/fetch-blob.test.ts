import { expect, it } from 'vitest'
import { shaOf } from '../../../../src/storage/blobs.ts'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import { fetchFrom, keepIfRoom } from '../../../../src/worker/sync/upkeep/fetch-blob.ts'
import { makeFakeObjectStore } from '../../../support/fake-object-store.ts'

const LOG = 'a'.repeat(32)
const soon = () => AbortSignal.timeout(5000)

/** A database in which the blob is named, and to which nothing can be written. */
const dbThat = (fails: DOMException) => {
  const put = async (): Promise<never> => {
    throw fails
  }
  const store = { index: () => ({ count: async () => 1 }), put }
  return { transaction: () => ({ objectStore: () => store, done: Promise.resolve() }) } as never
}

async function stored(bytes: Uint8Array<ArrayBuffer>, sha?: string) {
  const store = makeFakeObjectStore().connect()
  const vault = await openVault(makeVaultKey())
  const place = { kind: 'blob', sha: sha ?? (await shaOf(bytes)), log: LOG } as const
  await store.create(await vault.keyOf(place), await vault.seal(place, bytes), soon())
  return { storage: { store, vault }, sha: place.sha }
}

const FULL = new DOMException('no space', 'QuotaExceededError')
const bytes = new TextEncoder().encode('a picture')

it('a picture of another device was not shown, nor exported, on a full disk: what cannot be kept is handed on', async () => {
  const { storage, sha } = await stored(bytes)
  expect(await fetchFrom(dbThat(FULL), storage, [LOG], sha, soon(), keepIfRoom)).toEqual(bytes)
})

it('bytes that are not what their name says are handed on by no full disk', async () => {
  const { storage, sha } = await stored(bytes, 'b'.repeat(64))
  expect(await fetchFrom(dbThat(FULL), storage, [LOG], sha, soon(), keepIfRoom)).toBeNull()
})

it('who fetches in order to keep hears that there is no room, and a broken database is told to all', async () => {
  const { storage, sha } = await stored(bytes)
  await expect(fetchFrom(dbThat(FULL), storage, [LOG], sha, soon())).rejects.toThrow('no space')
  const closed = new DOMException('closing', 'InvalidStateError')
  await expect(fetchFrom(dbThat(closed), storage, [LOG], sha, soon(), keepIfRoom)).rejects.toThrow('closing')
})
