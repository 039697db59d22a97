import type { Published } from '../../../protocol/published.ts'
import type { Database } from '../../../storage/schema.ts'
import {
  changeLending,
  type Lending,
  type LendingChange,
  readLending,
  readLocalProviders,
} from '../../../storage/settings/lent-providers.ts'
import { deleteListedModels } from '../../../storage/settings/listed-models.ts'
import { KeyChanged, VaultLocked } from '../../../storage/settings/vault-lock.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { whenUnlocked } from '../../ports/when-unlocked.ts'
import { makeNotes, type Note } from '../devices/notes.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { borrow, giveBack } from './borrow.ts'
import { contentOf, decodeLent, encodeLent, type LentBy } from './lent.ts'

/**
 * Shares the providers set up here, with their keys, with the person's other devices, and uses theirs, if the person
 * has turned this on. Keys stay in this thread, in the vault and, sealed, in the storage. Everything waits while the
 * vault is locked.
 */
export type LendingKeys = {
  /** What the note of this device says of it. undefined: nothing was ever lent. */
  said: () => Note['keys']
  heard: (notes: readonly Note[], removed: ReadonlySet<string>) => void
  /** Providers may have been changed. */
  changed: () => void
  stop: () => void
}

export type LendingPorts = {
  db: Database
  storage: SharedStorage
  publish: (message: Published) => void
  /** What the note says is another now. */
  news: () => void
  report: (error: unknown) => void
}

const LIMIT = 60_000
/** Milliseconds until a failed step is tried again. */
const AGAIN = 20_000
const NOTHING: Lending = { own: { turn: 0, on: false, content: '', isThere: true }, heard: {}, borrowed: {} }

export function makeLending({ db, storage, publish, news, report }: LendingPorts): LendingKeys {
  const { store, vault, device, lending } = storage
  const stopped = new AbortController()
  /** What others say that they lend, and what of it was read. */
  let notes: readonly Note[] = []
  let removed: ReadonlySet<string> = new Set()
  const lent = new Map<string, LentBy>()
  let said: Note['keys']
  let working = false
  let more = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = (): AbortSignal => AbortSignal.any([stopped.signal, AbortSignal.timeout(LIMIT)])

  /** An older version than a known one was put back by the storage and does not count. null: missing or unreadable. */
  const read = async (from: string, turn: number): Promise<LentBy | null> => {
    const place = { kind: 'keys', device: from } as const
    const sealed = await store.get(await vault.keyOf(place), limit())
    if (sealed === null) return null
    try {
      const found = decodeLent(await vault.open(place, sealed))
      return found !== null && found.turn >= turn ? found : null
    } catch (error) {
      if (error instanceof SealBroken) return null
      throw error
    }
  }
  /** Resolves to how far others are heard now. */
  const hearOthers = async (heard: Lending['heard']): Promise<Lending['heard']> => {
    const now = { ...heard }
    for (const { device: from, keys } of notes) {
      const before = now[from]
      if (keys === undefined || keys.turn < (before?.turn ?? 0)) continue
      const known = lent.get(from)
      if (!keys.on) lent.set(from, { turn: keys.turn, by: '', items: new Map() })
      else if (known === undefined || known.turn < keys.turn) {
        const found = await read(from, keys.turn)
        if (found === null) continue
        lent.set(from, found)
      }
      now[from] = { turn: lent.get(from)?.turn ?? keys.turn, on: keys.on }
    }
    return now
  }
  /** Removed devices, including one that was removed just now. A storage that does not respond blocks nothing. */
  const removedNow = async (): Promise<ReadonlySet<string>> => {
    try {
      const all = await makeNotes(storage).all(limit())
      return new Set([...removed, ...all.flatMap((note) => (note.removed ? [note.device] : []))])
    } catch {
      stopped.signal.throwIfAborted()
      return removed
    }
  }
  const work = async (url: string, isOn: boolean): Promise<void> => {
    const before = await readLending(db, url)
    if (before === null && !isOn) return
    const { own, heard, borrowed } = before ?? NOTHING
    const now = isOn ? await hearOthers(heard) : heard
    const gone = isOn || Object.keys(borrowed).length === 0 ? removed : await removedNow()
    const local = await readLocalProviders(db)
    const change = isOn
      ? borrow(borrowed, local, { lent, removed, now: Date.now() })
      : { borrowed: {}, save: [], remove: giveBack(borrowed, local, gone) }
    const mine = local.filter(({ provider: { id } }) => !Object.hasOwn(change.borrowed, id) && !isIn(change.remove, id))
    const content = isOn ? contentOf(mine, device.name) : ''
    const isNew = own.on !== isOn || own.content !== content
    const next = isNew ? { turn: own.turn + 1, on: isOn, content, isThere: false } : own
    const after: Lending = { own: next, heard: now, borrowed: change.borrowed }
    await keep(url, before, { lending: after, save: change.save, remove: change.remove })
    if (!next.isThere) {
      await put(next)
      await keep(url, after, { lending: { ...after, own: { ...next, isThere: true } }, save: [], remove: [] })
    }
    if (said?.turn === next.turn && said.on === next.on) return
    said = { turn: next.turn, on: next.on }
    news()
  }
  const put = async ({ turn, on, content }: Lending['own']): Promise<void> => {
    const place = { kind: 'keys', device: device.id } as const
    const key = await vault.keyOf(place)
    if (on) await store.put(key, await vault.seal(place, encodeLent(content, turn)), limit())
    else await store.remove(key, limit())
  }
  const keep = async (url: string, before: Lending | null, change: LendingChange): Promise<void> => {
    const { lending: after, save, remove } = change
    if (JSON.stringify(before) === JSON.stringify(after) && save.length + remove.length === 0) return
    stopped.signal.throwIfAborted()
    if (!(await changeLending(db, url, change))) throw new KeyChanged()
    for (const { id } of remove) await deleteListedModels(db, id)
    if (save.length + remove.length > 0) publish({ type: 'settings-changed' })
  }
  const round = async (): Promise<void> => {
    if (lending === undefined || stopped.signal.aborted) return
    if (working) {
      more = true
      return
    }
    working = true
    clearTimeout(timer)
    try {
      do {
        more = false
        await whenUnlocked(
          db,
          stopped.signal,
          () => {},
          () => work(lending.url, lending.on),
        )
      } while (more && !stopped.signal.aborted)
    } catch (error) {
      if (stopped.signal.aborted) return
      const isExpected = error instanceof StoreFailure || error instanceof KeyChanged || error instanceof VaultLocked
      if (!isExpected) report(error)
      timer = setTimeout(() => void round(), AGAIN)
    } finally {
      working = false
    }
  }
  void round()
  return {
    said: () => said,
    heard: (now, gone) => {
      const isNews =
        gone.size !== removed.size ||
        now.some(({ device: from, keys }) => keys !== undefined && keys.turn > (lent.get(from)?.turn ?? -1))
      notes = now
      removed = new Set(gone)
      if (isNews && lending?.on) void round()
    },
    changed: () => void round(),
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

const isIn = (removing: LendingChange['remove'], wanted: string): boolean => removing.some(({ id }) => id === wanted)
