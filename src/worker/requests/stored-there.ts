import type { DeviceView } from '../../protocol/devices.ts'
import type { Database } from '../../storage/schema.ts'
import { forgetSyncedStorage, readSyncedStorage, saveSyncedStorage } from '../../storage/settings/synced-storage.ts'
import { LISTED, type Listed, StoreFailure } from '../../sync/object-store.ts'
import { Refused, refused } from '../refused.ts'
import type { Handlers } from '../request-handlers.ts'
import { makeNotes, type Notes } from '../sync/devices/notes.ts'
import { openSharedStorage, thisDevice } from '../sync/storage/open-shared-storage.ts'
import type { SharedStorage } from '../sync/storage/shared-storage.ts'
import { viewDevices } from './view-devices.ts'

/** Requests of a page about the contents of the connected storage: its devices, its size, and its deletion. */

const LIMIT = 60_000
/** For the whole storage, page by page. */
const WHOLE_LIMIT = 10 * 60_000
/** Objects deleted at the same time: browsers open at most six connections to one server. */
const AT_ONCE = 6

export const STORED_HANDLERS: Pick<
  Handlers,
  'list-devices' | 'name-device' | 'remove-device' | 'measure-storage' | 'empty-storage'
> = {
  'list-devices': (_request, { db }) => inWords(async () => viewAll(await open(db))),
  'name-device': async ({ name }, { db, settingsChanged }) => {
    const wanted = name.trim()
    await inWords(async () => {
      const storage = await open(db)
      if ((await namesOfOthers(storage)).has(wanted)) throw refused('device-name-taken')
    })
    await thisDevice(db, wanted || undefined)
    settingsChanged()
    return inWords(async () => viewAll(await open(db)))
  },
  'remove-device': ({ device }, { db }) =>
    inWords(async () => {
      const storage = await open(db)
      await makeNotes(storage).remove(device, AbortSignal.timeout(LIMIT))
      return viewAll(storage)
    }),
  'measure-storage': (_request, { db }) =>
    inWords(async () => {
      const listed = await listAll(await open(db), AbortSignal.timeout(WHOLE_LIMIT))
      return { objects: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0) }
    }),
  'empty-storage': async (_request, { db, settingsChanged }) => {
    const storage = await open(db)
    const connected = await readSyncedStorage(db)
    // otherwise objects written in the meantime would stay
    if (connected !== null) await saveSyncedStorage(db, { ...connected, paused: true })
    settingsChanged()
    await inWords(() => removeAll(storage))
    await forgetSyncedStorage(db)
    settingsChanged()
    return viewDevices(db)
  },
}

/** The storage, even while sync is paused. */
async function open(db: Database): Promise<SharedStorage> {
  const storage = await openSharedStorage(db, { paused: false })
  if (storage === null) throw refused('no-storage')
  return storage
}

async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreFailure) throw new Refused(error.problem.message)
    if (error instanceof DOMException && error.name === 'TimeoutError') throw refused('storage-too-slow')
    throw error
  }
}

/**
 * The person's name for the device, or the names of its browser and system, with a number if another device has the
 * same name. Rejects as the database does.
 */
export async function nameApart(db: Database, wanted: string | undefined): Promise<void> {
  const storage = await open(db)
  const base = wanted?.trim() || storage.device.name
  let taken: ReadonlySet<string> = new Set()
  try {
    taken = await namesOfOthers(storage)
  } catch (error) {
    // the person can name it later
    if (!(error instanceof StoreFailure) && !(error instanceof DOMException)) throw error
  }
  let name = base
  for (let n = 2; taken.has(name); n++) name = `${base.slice(0, 55)} ${n}`
  if (wanted !== undefined || name !== base) await thisDevice(db, name)
}

async function namesOfOthers(storage: SharedStorage): Promise<ReadonlySet<string>> {
  const notes = await makeNotes(storage).all(AbortSignal.timeout(LIMIT))
  return new Set(notes.flatMap(({ device, name, removed }) => (device === storage.device.id || removed ? [] : [name])))
}

type NoteView = Awaited<ReturnType<Notes['all']>>[number]

async function viewAll(storage: SharedStorage): Promise<DeviceView[]> {
  const { id, name } = storage.device
  const notes = await makeNotes(storage).all(AbortSignal.timeout(LIMIT))
  const view = ({ device, name, at, sessions }: NoteView): DeviceView => ({
    ...{ id: device, name, seen: at === undefined ? null : (storage.clocks?.hereOf(device, at) ?? null) },
    ...{ sessions: sessions.length, own: false },
  })
  const others = notes.filter(({ device, removed }) => device !== id && !removed).map(view)
  const own = notes.find(({ device }) => device === id)
  return [{ id, name, seen: Date.now(), sessions: own?.sessions.length ?? 0, own: true }, ...others]
}

/** Rejects as the storage does. */
async function listAll({ store, vault }: SharedStorage, signal: AbortSignal): Promise<Listed[]> {
  const all: Listed[] = []
  for (;;) {
    const page = await store.list(`${vault.name}/`, all.at(-1)?.key ?? null, signal)
    all.push(...page)
    if (page.length < LISTED) return all
  }
}

/**
 * Repeats until the list is empty, so that objects which another device was writing go as well. Rejects as the storage
 * does.
 */
async function removeAll(storage: SharedStorage): Promise<void> {
  const signal = AbortSignal.timeout(WHOLE_LIMIT)
  for (let listed = await listAll(storage, signal); listed.length > 0; listed = await listAll(storage, signal)) {
    const left = listed.map(({ key }) => key)
    const worker = async (): Promise<void> => {
      for (let key = left.shift(); key !== undefined; key = left.shift()) await storage.store.remove(key, signal)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}
