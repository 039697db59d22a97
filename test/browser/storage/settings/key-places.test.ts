import { openDB } from 'idb'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { DEMO_PROVIDER, type Provider } from '../../../../src/settings/provider.ts'
import { armFailpoint, disarmFailpoints, type FailpointName, passesOf } from '../../../../src/storage/failpoint.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import {
  createPlace,
  deletePlace,
  keysAt,
  listPlaces,
  newPlace,
  rowsOf,
} from '../../../../src/storage/settings/key-places.ts'
import { tidyKeys } from '../../../../src/storage/settings/remake-keys.ts'
import { readProvider, saveProvider } from '../../../../src/storage/settings/settings.ts'
import { putSecret, readSecret, sealSecret } from '../../../../src/storage/settings/vault.ts'
import { lockVault } from '../../../../src/storage/settings/vault-lock.ts'
import {
  changePassphrase,
  forgetOldTraces,
  giveUpSecrets,
  unlockVault,
  vaultState,
} from '../../../../src/storage/settings/vault-passphrase.ts'
import { readVault } from '../../../../src/storage/settings/with-keys.ts'
import { connect, freshName } from '../support.ts'

const HOME = 'https://api.example.com'
const WORDS = 'correct horse battery staple'
const provider: Provider = { ...DEMO_PROVIDER, id: 'p', kind: 'anthropic', baseUrl: `${HOME}/v1`, createdAt: 5 }

afterEach(() => {
  disarmFailpoints()
  lockVault()
})

const secretOf = async (db: Database, owner: string): Promise<string> => {
  const outcome = await readSecret(db, owner, HOME)
  return outcome.type === 'secret' ? outcome.secret : outcome.type
}
const both = async (db: Database): Promise<string[]> => [await secretOf(db, 'p'), await secretOf(db, 'q')]
async function withTwo(name = freshName()): Promise<Database> {
  const db = await connect(name)
  await putSecret(db, 'p', HOME, 'first')
  await putSecret(db, 'q', HOME, 'second')
  return db
}

it('the app’s database holds no secret and no key, and the keys have one place', async () => {
  const db = await withTwo()
  expect(await db.getAll('vault')).toEqual([
    { id: 'places', current: expect.stringMatching(/^bucket:/), making: [], leaving: [] },
    { id: 'secret:p', origin: HOME, ref: expect.any(String) },
    { id: 'secret:q', origin: HOME, ref: expect.any(String) },
  ])
  expect(await listPlaces(db)).toEqual([(await readVault(db)).places.current])
})

it.each<[string, (db: Database) => Promise<unknown>]>([
  ['a passphrase is set', (db) => changePassphrase(db, WORDS, null)],
  ['a key is replaced', (db) => putSecret(db, 'p', HOME, 'newer')],
  ['a key is removed', (db) => putSecret(db, 'p', HOME, '')],
  ['all keys are given up', (db) => giveUpSecrets(db)],
])('when %s, the place that held the old ones stayed', async (_what, change) => {
  const db = await withTwo()
  const [before] = await listPlaces(db)
  await change(db)
  const after = await listPlaces(db)
  expect(after).toHaveLength(1)
  expect(after).not.toContain(before)
  expect(await secretOf(db, 'q')).toMatch(/second|none/)
})

/** As a thread that is killed there: nothing after it is done, and nothing is cleaned up. */
async function dieAt(point: FailpointName, work: () => Promise<unknown>): Promise<void> {
  armFailpoint({ point, at: 1, action: { type: 'hang' } })
  void work()
  await expect.poll(() => passesOf(point)).toBe(1)
  disarmFailpoints()
}

const POINTS: FailpointName[] = ['before-keys-made', 'after-keys-made', 'after-keys-named', 'after-keys-deleted']

it.each(POINTS)('a crash at %s lost a key, or left a copy for good', async (point) => {
  const name = freshName()
  const db = await withTwo(name)
  await dieAt(point, () => changePassphrase(db, WORDS, null))
  db.close()
  const next = await connect(name)
  const isNew = (await vaultState(next)).state === 'locked'
  expect(isNew).toBe(point === 'after-keys-named' || point === 'after-keys-deleted')
  if (isNew) await unlockVault(next, WORDS)
  expect(await both(next)).toEqual(['first', 'second'])
  await tidyKeys(next)
  expect(await both(next)).toEqual(['first', 'second'])
  expect(await listPlaces(next)).toHaveLength(1)
  expect((await readVault(next)).places).toMatchObject({ making: [], leaving: [] })
})

it('a secret that was sealed and never named, because the tab died between the two, stayed for good', async () => {
  const db = await withTwo()
  const [before] = await listPlaces(db)
  await sealSecret(db, 'r', HOME, 'never saved')
  await tidyKeys(db)
  expect(await listPlaces(db)).not.toContain(before)
  expect(await both(db)).toEqual(['first', 'second'])
})

it('places of a database that the browser has emptied stayed for good', async () => {
  const name = freshName()
  const db = await withTwo(name)
  await db.clear('vault')
  expect(await listPlaces(db)).toHaveLength(1)
  await tidyKeys(db)
  expect(await listPlaces(db)).toEqual([])
})

it('where the browser has lost the place, the keys are asked for again, and new ones can be kept', async () => {
  const db = await withTwo()
  for (const place of await listPlaces(db)) await deletePlace(place)
  expect(await readSecret(db, 'p', HOME)).toMatchObject({ type: 'damaged' })
  await putSecret(db, 'p', HOME, 'entered again')
  expect(await both(db)).toEqual(['entered again', 'damaged'])
  expect(await listPlaces(db)).toHaveLength(1)
})

it('two tabs that change keys at the same time: none is lost, whichever replaces the place', async () => {
  const name = freshName()
  const [one, two] = [await withTwo(name), await connect(name)]
  await Promise.all([
    putSecret(one, 'p', HOME, 'newer'),
    putSecret(two, 'r', HOME, 'third'),
    saveProvider(one, { ...provider, id: 's' }, 'fourth'),
    putSecret(two, 'q', HOME, ''),
  ])
  expect(await Promise.all(['p', 'q', 'r', 's'].map((owner) => secretOf(two, owner)))).toEqual([
    'newer',
    'none',
    'third',
    'fourth',
  ])
  await tidyKeys(one)
  expect(await listPlaces(one)).toHaveLength(1)
})

it('an unlocked tab whose place was replaced by another tab reads on', async () => {
  const name = freshName()
  const [one, two] = [await withTwo(name), await connect(name)]
  expect(await both(two)).toEqual(['first', 'second'])
  await putSecret(one, 'p', HOME, 'newer')
  expect(await both(two)).toEqual(['newer', 'second'])
})

/** What a version 3 has on the disk: the keys in the app's database. */
async function oldDatabase(name: string): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const sealed = async (owner: string, secret: string) => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const additionalData = new TextEncoder().encode(JSON.stringify([owner, HOME]))
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      new TextEncoder().encode(secret),
    )
    return { id: `secret:${owner}`, origin: HOME, iv, data }
  }
  const rows = [{ id: 'key', key }, await sealed('p', 'first'), await sealed('q', 'second')]
  const fresh = await connect(name)
  fresh.close()
  const db = await openDB(name)
  await Promise.all(rows.map((row) => db.put('vault', row)))
  db.close()
}

it.each([null, ...POINTS])('keys of an older version are moved, and none is lost by a crash at %s', async (point) => {
  const name = freshName()
  await oldDatabase(name)
  if (point !== null) {
    const dying = await connect(name)
    // nothing is deleted yet in a first move
    if (point !== 'after-keys-deleted') await dieAt(point, () => secretOf(dying, 'p'))
    dying.close()
  }
  const db = await connect(name)
  onTestFinished(() => db.close())
  expect(await both(db)).toEqual(['first', 'second'])
  expect((await db.getAllKeys('vault')).sort()).toEqual(['places', 'secret:p', 'secret:q'])
  await tidyKeys(db)
  expect(await listPlaces(db)).toHaveLength(1)
  // their old bytes may be in the files still: the person reads of it until the keys are renewed
  expect((await vaultState(db)).oldTraces).toBe(true)
  await forgetOldTraces(db)
  await changePassphrase(db, WORDS, null)
  expect(await vaultState(db)).toMatchObject({ state: 'open', oldTraces: false })
  expect(await both(db)).toEqual(['first', 'second'])
})

it('a setting is not saved without its key when the place is replaced at that moment', async () => {
  const db = await withTwo()
  await saveProvider(db, provider, 'sk-first')
  const transaction = IDBDatabase.prototype.transaction
  let seen = 0
  // the moment between the sealing and the write that names it
  IDBDatabase.prototype.transaction = function (...args: Parameters<typeof transaction>) {
    if (Array.isArray(args[0]) && args[0].includes('settings') && args[1] === 'readwrite') seen++
    return transaction.apply(this, args)
  }
  try {
    await Promise.all([
      saveProvider(db, { ...provider, label: 'Moved' }, 'sk-second'),
      changePassphrase(db, WORDS, null),
    ])
  } finally {
    IDBDatabase.prototype.transaction = transaction
  }
  expect(seen).toBeGreaterThan(0)
  expect([(await readProvider(db, 'p'))?.label, await secretOf(db, 'p')]).toEqual(['Moved', 'sk-second'])
})

it('a place that is deleted in the middle of a read is told by the read alone: nothing is left unhandled', async () => {
  const db = await connect()
  const place = newPlace(db)
  await createPlace(place, [])
  const unhandled: unknown[] = []
  const hear = (event: PromiseRejectionEvent): void => {
    unhandled.push(event.reason)
    event.preventDefault()
  }
  window.addEventListener('unhandledrejection', hear)
  onTestFinished(() => window.removeEventListener('unhandledrejection', hear))
  const keys = await keysAt(place)
  const reads = Array.from({ length: 50 }, () =>
    rowsOf(keys)
      .getAll()
      .catch(() => []),
  )
  await (navigator as unknown as { storageBuckets: { delete: (name: string) => Promise<void> } }).storageBuckets.delete(
    place.slice(place.indexOf(':') + 1),
  )
  await Promise.all(reads)
  await new Promise((resolve) => setTimeout(resolve))
  expect(unhandled).toEqual([])
})
