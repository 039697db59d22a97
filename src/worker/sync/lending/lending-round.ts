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
import { KeyChanged } from '../../../storage/settings/vault-lock.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { makeNotes, type Note } from '../devices/notes.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'
import { borrow, giveBack } from './borrow.ts'
import type { LendingState } from './lending-state.ts'
import { contentOf, decodeLent, encodeLent, type LentBy } from './lent.ts'

/** One round: reads the providers that other devices lend, updates those here, and writes the ones lent from here. */

type RoundPorts = { db: Database; storage: SharedStorage; publish: (message: Published) => void }

/**
 * `lent`: the providers of other devices, as read; the round adds to it. Resolves to the entry for this device's note.
 * Rejects as the storage and the vault do, and with KeyChanged if a provider changed during the round.
 */
export type Round = (
  state: Pick<LendingState, 'notes' | 'removed' | 'said'>,
  lent: Map<string, LentBy>,
) => Promise<Note['keys']>

const LIMIT = 60_000
const NOTHING: Lending = { own: { turn: 0, on: false, content: '', isThere: true }, heard: {}, borrowed: {} }

export function makeRound(
  { db, storage, publish }: RoundPorts,
  { url, on: isOn }: { url: string; on: boolean },
  stopped: AbortSignal,
): Round {
  const { store, vault, device } = storage
  const limit = (): AbortSignal => AbortSignal.any([stopped, AbortSignal.timeout(LIMIT)])

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
  const hearOthers = async (
    heard: Lending['heard'],
    notes: readonly Note[],
    lent: Map<string, LentBy>,
  ): Promise<Lending['heard']> => {
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
  const removedNow = async (removed: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    try {
      const all = await makeNotes(storage).all(limit())
      return new Set([...removed, ...all.flatMap((note) => (note.removed ? [note.device] : []))])
    } catch {
      stopped.throwIfAborted()
      return removed
    }
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
    stopped.throwIfAborted()
    if (!(await changeLending(db, url, change))) throw new KeyChanged()
    for (const { id } of remove) await deleteListedModels(db, id)
    if (save.length + remove.length > 0) publish({ type: 'settings-changed' })
  }
  return async ({ notes, removed, said }, lent) => {
    const before = await readLending(db, url)
    if (before === null && !isOn) return said
    const { own, heard, borrowed } = before ?? NOTHING
    const now = isOn ? await hearOthers(heard, notes, lent) : heard
    const gone = isOn || Object.keys(borrowed).length === 0 ? removed : await removedNow(removed)
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
    return { turn: next.turn, on: next.on }
  }
}

const isIn = (removing: LendingChange['remove'], wanted: string): boolean => removing.some(({ id }) => id === wanted)
