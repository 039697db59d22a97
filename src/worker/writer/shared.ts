import { changePlaces, readPlaces } from '../../storage/places.ts'
import type { Database } from '../../storage/schema.ts'
import { Refused } from '../refused.ts'
import type { SharedStorage } from '../sync/shared-storage.ts'
import type { Sharing } from '../sync/sharing.ts'
import type { SharingPorts } from '../sync/sharing-ports.ts'

/**
 * Sessions that this person's devices share. Without a storage it is one look at the settings: nothing is loaded, and nothing waits. What
 * another device has is not run here, whether a storage is connected or not.
 */
export type Shared = Pick<Sharing, 'committed' | 'published' | 'stop'> & {
  /** Rejects with Refused when another device has this session. */
  requireHere: (sessionId: string) => void
  isHere: (sessionId: string) => boolean
  /** Rejects with Refused when it could not be taken. */
  take: (sessionId: string) => Promise<void>
  settingsChanged: () => void
}

export type SharedPorts = Omit<SharingPorts, 'storage'> & {
  /** null: none is connected. Rejects while it cannot be opened. */
  openStorage?: ((db: Database) => Promise<SharedStorage | null>) | undefined
}

type Places = Awaited<ReturnType<typeof readPlaces>>

const UNREADABLE =
  'Where this session stands among your devices is damaged, so it may be running on another one. It can be exported.'
const NO_STORAGE =
  'This session goes on on another device. Connect the storage of your devices again to go on with it on this one.'
/** A storage that could not be opened is tried again after so many ms. */
const AGAIN = 30_000

/** `places`: those of the sessions that were shared when this writer began. */
export function openShared(ports: SharedPorts, { places, damaged }: Places): Shared {
  const { db, epoch, openStorage = openConnected, report } = ports
  const unreadable = new Set(damaged)
  let elsewhere = new Set<string>()
  let sharing: Sharing | null = null
  let settings: string | undefined
  let ready = makeReady()
  /** Counts what was begun: of older beginnings nothing comes. */
  let turn = 0
  let stopped = false

  const leave = async (rows: Places['places']): Promise<void> => {
    elsewhere = new Set(rows.flatMap(({ owner, sessionId }) => (owner ? [] : [sessionId])))
    const own = rows.flatMap(({ owner, sessionId }) => (owner ? [sessionId] : []))
    // without a storage nobody waits for what others know: what is done from here on is this device's alone
    if (own.length > 0) await changePlaces(db, epoch, { put: [], remove: own })
  }
  const load = async (isOver: () => boolean): Promise<void> => {
    const storage = await openStorage(db)
    const { places: rows } = await readPlaces(db)
    if (isOver()) return
    if (storage === null) await leave(rows)
    else {
      const { startSharing } = await import('../sync/sharing.ts')
      if (isOver()) return
      sharing = startSharing({ ...ports, storage }, rows)
    }
    ready.resolve(sharing)
  }
  const begin = async (): Promise<void> => {
    const own = ++turn
    const isOver = (): boolean => stopped || own !== turn
    try {
      settings = await settingsOf(db)
      await load(isOver)
    } catch (error) {
      report(error)
      setTimeout(() => isOver() || void begin(), AGAIN)
    }
  }
  elsewhere = new Set(places.flatMap(({ owner, sessionId }) => (owner ? [] : [sessionId])))
  void begin()

  const refusal = (sessionId: string): string | null => {
    if (unreadable.has(sessionId)) return UNREADABLE
    if (sharing !== null) return sharing.refusal(sessionId)
    return elsewhere.has(sessionId) ? NO_STORAGE : null
  }
  const reload = async (): Promise<void> => {
    const now = await settingsOf(db)
    if (stopped || (now === settings && (sharing !== null || now === undefined))) return
    sharing?.stop()
    sharing = null
    ready = makeReady()
    await begin()
  }
  return {
    requireHere: (sessionId) => {
      const words = refusal(sessionId)
      if (words !== null) throw new Refused(words)
    },
    isHere: (sessionId) => refusal(sessionId) === null,
    committed: (inputs, head) => sharing?.committed(inputs, head),
    // one that cannot be opened now is connected all the same
    published: async (sessionId, seq, signal) => {
      const current = await orAborted(ready.promise, signal)
      await current?.published(sessionId, seq, signal)
    },
    take: async (sessionId) => {
      const words = sharing === null ? refusal(sessionId) : await sharing.take(sessionId)
      if (words !== null) throw new Refused(words)
    },
    settingsChanged: () => void reload().catch(report),
    stop: () => {
      stopped = true
      sharing?.stop()
    },
  }
}

/** The connected storage as it is stored: another one, or none, is another text. */
const settingsOf = async (db: Database): Promise<string | undefined> =>
  JSON.stringify((await db.get('settings', CONNECTED))?.value)
const CONNECTED = 'synced-storage'

/** Without one its code is not loaded. */
async function openConnected(db: Database): Promise<SharedStorage | null> {
  if ((await db.get('settings', CONNECTED)) === undefined) return null
  return (await import('../sync/open-shared-storage.ts')).openSharedStorage(db)
}

type Ready = { promise: Promise<Sharing | null>; resolve: (sharing: Sharing | null) => void }
function makeReady(): Ready {
  let resolve: Ready['resolve'] = () => {}
  const promise = new Promise<Sharing | null>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
