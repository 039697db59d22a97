import { expect, onTestFinished } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { UserIntent } from '../../../../src/agent/user-intent.ts'
import type { Published } from '../../../../src/protocol/published.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { lockVault, VaultLocked } from '../../../../src/storage/settings/vault-lock.ts'
import { heed } from '../../../../src/sync/heed.ts'
import { type ObjectStore, StoreFailure } from '../../../../src/sync/object-store.ts'
import { readBack } from '../../../../src/sync/read-back.ts'
import { makeVaultKey, openVault, type Vault } from '../../../../src/sync/vault.ts'
import { makeNetwork } from '../../../../src/worker/ports/network.ts'
import type { SharedStorage } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { startWriter, type Writer } from '../../../../src/worker/writer/writer.ts'
import { type FakeObjectStore, makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { connect } from '../../storage/support.ts'
import { type Lie, lyingStore } from './lying-store.ts'

/** A device: a database of its own and the writer on it, on one storage with the others. */
export type TestDevice = {
  db: Database
  published: Published[]
  errors: unknown[]
  writer: () => Writer
  /** The worker ends at once, as with its tab; or begins again. */
  kill: () => void
  /** Its way to the storage is cut, or whole again. */
  offline: (off: boolean) => void
  /** The storage lies to it; null: no more. */
  lie: (how: Lie | null) => void
  /** Its keys are locked when it begins; or unlocked, which is told. */
  lock: (locked: boolean) => void
  /**
   * Its settings say of the storage something else than before, or, null, that it is forgotten; which is told. `other`:
   * the key of another vault.
   */
  connect: (how: string | null, other?: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Its person says whether providers are lent with their keys. */
  lend: (on: boolean) => Promise<void>
  /** `opening`: its storage is opened when this resolves. */
  begin: (opening?: Promise<void>) => Promise<void>
  share: (sessionId: string, shared: boolean) => ReturnType<Writer['run']>
  detach: (sessionId: string, id?: string) => ReturnType<Writer['run']>
  /** `speed`: of the demo model, in times of a reader's; by default it answers at once. */
  create: (sessionId: string, speed?: number) => Promise<void>
  tell: (sessionId: string, input: UserIntent) => ReturnType<Writer['run']>
  take: (sessionId: string) => ReturnType<Writer['run']>
  settle: (sessionId: string, choice: 'keep' | 'send' | 'discard') => ReturnType<Writer['run']>
  /** Its session that follows this log, or has it. */
  sessionOf: (log: string) => Promise<string>
  /** Its inputs, without the name of the session. */
  journal: (sessionId: string) => Promise<Input[]>
}

export const newId = (): string => crypto.randomUUID().slice(0, 12)

/**
 * Nothing of the session runs, and nothing of it is still to run: between two steps no answer is live for a moment, and
 * its name comes after its first answer.
 */
export async function expectAtRest(device: TestDevice, sessionId: string): Promise<void> {
  const head = await device.db.get('sessions', sessionId)
  expect([head && effectsAt({ head }), head?.unsettled, head?.unseen]).toEqual([{}, [], null])
}

/**
 * `vault`: theirs, for tests that put something into the storage. `patience`: for who is at work and shall let go, in
 * ms.
 */
export async function makeDevices(
  names: string[],
  patience = 500,
  how: Partial<Pick<SharedStorage, 'mostUnsent' | 'onlyChosen' | 'connectedAt' | 'tick'>> = {},
): Promise<{ storage: FakeObjectStore; devices: TestDevice[]; vault: Vault }> {
  const storage = makeFakeObjectStore()
  const key = makeVaultKey()
  const devices = await Promise.all(names.map((name) => makeDevice(name, storage, key, { patience, ...how })))
  return { storage, devices, vault: await openVault(key) }
}

async function makeDevice(
  name: string,
  storage: FakeObjectStore,
  key: Uint8Array<ArrayBuffer>,
  how: Partial<SharedStorage>,
): Promise<TestDevice> {
  const db = await connect()
  await db.put('settings', { key: 'synced-storage', value: 'connected' })
  let vault = await openVault(key)
  const published: Published[] = []
  const errors: unknown[] = []
  let writer: Writer | null = null
  const cut = { off: false, locked: false, forgotten: false, lends: null as boolean | null, lie: null as Lie | null }
  const store = whenOnline(
    heed(readBack(lyingStore(storage.connect(), () => cut.lie)), () => {}),
    () => !cut.off,
  )
  const current = (): Writer => {
    if (writer === null) throw new Error(`${name} has no writer.`)
    return writer
  }
  const device: TestDevice = {
    ...{ db, published, errors },
    writer: current,
    kill: () => {
      writer?.stop()
      writer = null
    },
    offline: (off) => {
      cut.off = off
    },
    lie: (how) => {
      cut.lie = how
    },
    lock: (locked) => {
      cut.locked = locked
      if (!locked) lockVault()
    },
    connect: async (how, other) => {
      if (other !== undefined) vault = await openVault(other)
      cut.forgotten = how === null
      if (how === null) await db.delete('settings', 'synced-storage')
      else await db.put('settings', { key: 'synced-storage', value: how })
      current().settingsChanged()
    },
    lend: async (on) => {
      cut.lends = on
      await device.connect(`lends: ${on}`)
    },
    begin: async (opening) => {
      writer = await startWriter({
        ...{ db, epoch: await claimEpoch(db), network: makeNetwork(() => true), clean: () => true, safe: false },
        publish: (message) => void published.push(message),
        superseded: () => {},
        report: (error) => void errors.push(error),
        openStorage: async () => {
          await opening
          if (cut.locked) throw new VaultLocked()
          if (cut.forgotten) return null
          const lending = cut.lends === null ? {} : { lending: { on: cut.lends, url: 'https://storage.example' } }
          return { store, vault, device: { id: name, name }, tick: 200, rest: 5, ...lending, ...how }
        },
      })
    },
    create: async (sessionId, speed = 1000) => {
      const model = `demo:?speed=${speed}`
      await current().run(newId(), { kind: 'create-session', sessionId, providerId: 'demo', model, thinking: 'off' })
    },
    tell: (sessionId, input) => current().run(newId(), { kind: 'input', sessionId, input }),
    take: (sessionId) => current().run(newId(), { kind: 'take-session', sessionId }),
    share: (sessionId, shared) => current().run(newId(), { kind: 'share-session', sessionId, shared }),
    detach: (sessionId, id = newId()) => current().run(id, { kind: 'detach-session', sessionId }),
    settle: (sessionId, choice) => current().run(newId(), { kind: 'settle-apart', sessionId, choice }),
    sessionOf: async (log) => (await db.getAll('sync')).find((row) => row.log === log)?.sessionId ?? '',
    journal: async (sessionId) =>
      (await db.getAll('journal', wholeSession(sessionId))).map(({ input }) =>
        input.type === 'session-create' ? { ...input, sessionId: '' } : input,
      ),
  }
  await device.begin()
  onTestFinished(device.kill)
  return device
}

function whenOnline(store: ObjectStore, isOnline: () => boolean): ObjectStore {
  const guard =
    <Args extends unknown[], Value>(operation: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      if (!isOnline()) throw new StoreFailure({ kind: 'unreachable', message: 'Couldn’t reach the storage.' })
      return operation(...args)
    }
  const { create, get, list, put, remove, watch } = store
  return {
    create: guard(create),
    get: guard(get),
    list: guard(list),
    put: guard(put),
    remove: guard(remove),
    watch: guard(watch),
  }
}
