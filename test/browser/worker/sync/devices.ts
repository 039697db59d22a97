import { onTestFinished } from 'vitest'
import type { Input } from '../../../../src/agent/input.ts'
import type { UserIntent } from '../../../../src/agent/user-intent.ts'
import type { Published } from '../../../../src/protocol/published.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { wholeSession } from '../../../../src/storage/session-range.ts'
import { type ObjectStore, StoreFailure } from '../../../../src/sync/object-store.ts'
import { makeVaultKey, openVault } from '../../../../src/sync/vault.ts'
import { makeNetwork } from '../../../../src/worker/ports/network.ts'
import { startWriter, type Writer } from '../../../../src/worker/writer/writer.ts'
import { type FakeObjectStore, makeFakeObjectStore } from '../../../support/fake-object-store.ts'
import { connect } from '../../storage/support.ts'

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
  begin: () => Promise<void>
  create: (sessionId: string) => Promise<void>
  tell: (sessionId: string, input: UserIntent) => ReturnType<Writer['run']>
  take: (sessionId: string) => ReturnType<Writer['run']>
  /** Its session that follows this log, or has it. */
  sessionOf: (log: string) => Promise<string>
  /** Its inputs, without the name of the session. */
  journal: (sessionId: string) => Promise<Input[]>
}

export const newId = (): string => crypto.randomUUID().slice(0, 12)

export async function makeDevices(names: string[]): Promise<{ storage: FakeObjectStore; devices: TestDevice[] }> {
  const storage = makeFakeObjectStore()
  const key = makeVaultKey()
  const devices = await Promise.all(names.map((name) => makeDevice(name, storage, key)))
  return { storage, devices }
}

async function makeDevice(name: string, storage: FakeObjectStore, key: Uint8Array<ArrayBuffer>): Promise<TestDevice> {
  const db = await connect()
  const vault = await openVault(key)
  const published: Published[] = []
  const errors: unknown[] = []
  let writer: Writer | null = null
  const cut = { off: false }
  const store = whenOnline(storage.connect(), () => !cut.off)
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
    begin: async () => {
      writer = await startWriter({
        ...{ db, epoch: await claimEpoch(db), network: makeNetwork(() => true), clean: () => true, safe: false },
        publish: (message) => void published.push(message),
        superseded: () => {},
        report: (error) => void errors.push(error),
        openStorage: async () => ({ store, vault, device: { id: name, name }, tick: 200 }),
      })
    },
    create: async (sessionId) => {
      const model = 'demo:?speed=20'
      await current().run(newId(), { kind: 'create-session', sessionId, providerId: 'demo', model, thinking: 'off' })
    },
    tell: (sessionId, input) => current().run(newId(), { kind: 'input', sessionId, input }),
    take: (sessionId) => current().run(newId(), { kind: 'take-session', sessionId }),
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
      if (!isOnline()) throw new StoreFailure({ kind: 'unreachable', message: 'The storage could not be reached.' })
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
