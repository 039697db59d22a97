import { readPlaces } from '../../../storage/places.ts'
import type { Database, SyncRow } from '../../../storage/schema.ts'
import { whenUnlocked } from '../../ports/when-unlocked.ts'
import { Refused } from '../../refused.ts'
import { goOnAlone, placesIn } from '../session/without-storage.ts'
import { type Sharing, startSharing } from '../sharing.ts'
import type { SharedPorts } from '../sharing-ports.ts'
import { nothingOwed } from '../upkeep/late-results.ts'
import { NO_STORAGE } from './not-here.ts'
import { openSharedStorage } from './open-shared-storage.ts'

/**
 * Keeps sharing in line with the settings: starts with the connected storage, restarts when it changes, ends without
 * one.
 */
export type OpenSharing = Pick<Sharing, 'stop'> & {
  /**
   * Resolves when the act of row `seq` may begin, even if the storage changes meanwhile; rejects when the signal is
   * aborted.
   */
  published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<void>
  /** null: no storage is connected, or it is not open yet. */
  sharing: () => Sharing | null
  /** Why nothing may be said to this session here, in words; null: it may. */
  refusal: (sessionId: string) => string | null
  /** Rejects with Refused when it could not be taken. */
  take: (sessionId: string) => Promise<void>
  /** Both reject with Refused, and `choose` with a DOMException. */
  choose: (sessionId: string, shared: boolean) => Promise<void>
  detach: (sessionId: string) => Promise<void>
  /** The person has decided about the copy `copy` of this session. undefined: no log runs here that stores it. */
  settled: (sessionId: string, copy: string) => Promise<void> | undefined
  settingsChanged: () => void
}

const NOT_OPEN = 'Your sync storage isn’t open. Connect it, or unlock the keys.'
/** Milliseconds until opening the storage is tried again. */
const AGAIN = 30_000

export function openSharing(ports: SharedPorts, places: readonly SyncRow[]): OpenSharing {
  const { db, openStorage = openSharedStorage, report } = ports
  let elsewhere = followed(places)
  let sharing: Sharing | null = null
  let settings: string | undefined
  let ready = makeReady()
  /** Comes to null where it cannot be opened for now: what a person asks waits for no longer than that. */
  let tried = makeReady()
  /** Of older beginnings nothing comes. */
  let current = new AbortController()
  let stopped = false
  const owed = nothingOwed()

  const load = async (signal: AbortSignal): Promise<void> => {
    const storage = await openStorage(db)
    if (signal.aborted) return
    const { places: rows } = await readPlaces(db)
    if (signal.aborted) return
    const here = await placesIn(ports, storage?.vault.name ?? null, rows, signal)
    if (signal.aborted) return
    if (storage === null) elsewhere = followed(rows)
    else sharing = startSharing({ ...ports, storage, owed, reload: settingsChanged }, here)
    ready.resolve(sharing)
    tried.resolve(sharing)
  }
  const begin = async (): Promise<void> => {
    current.abort()
    current = new AbortController()
    const { signal } = current
    const before = tried
    tried = makeReady()
    before.resolve(tried.promise)
    try {
      settings = await settingsOf(db)
      // while the keys are locked it waits, however long that is
      await whenUnlocked(
        db,
        signal,
        () => tried.resolve(null),
        () => load(signal),
      )
    } catch (error) {
      if (signal.aborted) return
      tried.resolve(null)
      report(error)
      setTimeout(() => signal.aborted || void begin(), AGAIN)
    }
  }
  const reload = async (): Promise<void> => {
    const now = await settingsOf(db)
    if (stopped || (now === settings && (sharing !== null || now === undefined))) return
    sharing?.stop()
    sharing = null
    const before = ready
    ready = makeReady()
    // callers that wait for the previous one now wait for this one
    before.resolve(ready.promise)
    await begin()
  }
  const settingsChanged = (): void => void reload().then(() => sharing?.settingsChanged(), report)
  const refusal = (sessionId: string): string | null => {
    if (sharing !== null) return sharing.refusal(sessionId)
    return elsewhere.has(sessionId) ? NO_STORAGE : null
  }
  const required = async (act: (sharing: Sharing) => Promise<string | null>): Promise<void> => {
    const open = sharing ?? (await tried.promise)
    const words = open === null ? NOT_OPEN : await act(open)
    if (words !== null) throw new Refused(words)
  }
  void begin()
  return {
    sharing: () => sharing,
    refusal,
    // a storage that cannot be opened right now is still connected
    published: async (sessionId, seq, signal) => {
      for (;;) {
        const open = await orAborted(ready.promise, signal)
        if (open === null || (await open.published(sessionId, seq, signal))) return
      }
    },
    take: async (sessionId) => {
      // a storage that is being opened is connected: until then nobody knows who has the session
      const open = sharing ?? (await tried.promise)
      if (open === null && elsewhere.has(sessionId) && (await settingsOf(db)) === undefined)
        return goOnAlone(ports, sessionId, () => elsewhere.delete(sessionId))
      const words = open === null ? refusal(sessionId) : await open.take(sessionId)
      if (words !== null) throw new Refused(words)
    },
    choose: (sessionId, shared) => required((each) => each.choose(sessionId, shared)),
    detach: (sessionId) => required((each) => each.detach(sessionId)),
    settled: (sessionId, copy) => sharing?.settled(sessionId, copy),
    settingsChanged,
    stop: () => {
      stopped = true
      current.abort()
      sharing?.stop()
      // no successor: waiting callers are cancelled
      ready = makeReady()
      tried.resolve(null)
    },
  }
}

const followed = (places: readonly SyncRow[]): Set<string> =>
  new Set(places.flatMap(({ owner, sessionId }) => (owner ? [] : [sessionId])))

/** The stored settings and this device's name as text. A different text means a different storage or none. */
async function settingsOf(db: Database): Promise<string | undefined> {
  const [storage, device] = await Promise.all([db.get('settings', 'synced-storage'), db.get('settings', 'device')])
  const name = (device?.value as { name?: unknown } | undefined)?.name
  return storage === undefined ? undefined : JSON.stringify([storage.value, name])
}

type Ready = { promise: Promise<Sharing | null>; resolve: (sharing: Sharing | null | Promise<Sharing | null>) => void }
function makeReady(): Ready {
  let resolve: Ready['resolve'] = () => {}
  const promise = new Promise<Sharing | null>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
