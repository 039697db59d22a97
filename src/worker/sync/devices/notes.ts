import * as z from 'zod/mini'
import { abort, decideToolCall } from '../../../agent/user-intent.ts'
import type { Refusal } from '../../../protocol/refusals.ts'
import { StoreFailure } from '../../../sync/object-store.ts'
import { SealBroken } from '../../../sync/vault.ts'
import { inOldWords } from '../../refused.ts'
import type { SharedStorage } from '../storage/shared-storage.ts'

/** Notes: each device describes itself in an object that only it writes. */

const Id = z.string().check(z.minLength(1), z.maxLength(64))
const Log = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** A person's decision on a device that follows the session, for the device that owns it. */
export const AskedInput = z.discriminatedUnion('type', [decideToolCall(), abort()])
export type AskedInput = z.infer<typeof AskedInput>
/**
 * `id`: the command's id, so that it is carried out once. Without an input this asks for the session itself, at the end
 * of the current answer.
 */
const Ask = z.object({ id: Id, log: Log, input: z.optional(AskedInput) })
export type Ask = z.infer<typeof Ask>
/** Reasons that other devices get as facts. Any other reason is sent in words. */
const Why = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['session-gone', 'session-newer', 'run-ended']), values: z.object({}) }),
  z.object({ code: z.literal('session-damaged'), values: z.object({ what: z.string().check(z.maxLength(300)) }) }),
  z.object({ code: z.literal('runs-elsewhere'), values: z.object({ device: z.string().check(z.maxLength(100)) }) }),
])
/**
 * `refused`: null: it was done, or nothing was left to do; else the reason in words, for older versions and where there
 * is no `why`. A code of a newer version is no `why` here.
 */
const Answer = z.object({
  id: Id,
  refused: z.nullable(z.string().check(z.maxLength(1000))),
  why: z.catch(z.optional(Why), undefined),
})
export type Answer = z.infer<typeof Answer>

/** The answer to the question `id`. `refusal`: null: it was done. */
export function answerOf(id: string, refusal: Refusal | null): Answer {
  if (refusal === null) return { id, refused: null }
  const why = Why.safeParse(refusal).data
  return { id, refused: inOldWords(refusal).slice(0, 1000), ...(why !== undefined && { why }) }
}
/** Of each, the newest. */
export const MOST_ASKS = 20
export const MOST_READS = 20
/** Devices of older versions cannot read a note with more. */
export const MOST_SESSIONS = 1000

const Note = z.object({
  format: z.literal(1),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.maxLength(100)),
  /** Increases while something runs there. */
  beat: z.int(),
  /** When it was written, by that device's clock; wall time, ms. */
  at: z.optional(z.number()),
  /** Written by another device: this device must stop sharing. */
  removed: z.optional(z.boolean()),
  /** Sessions it owns or follows. `next`: the first slot of the log that it does not know. */
  sessions: z
    .array(
      z.object({
        log: Log,
        next: z.int(),
        owner: z.boolean(),
        busy: z.boolean(),
        /**
         * Of the owner: how the last segment's hash begins. With the same `next` and another `end` the log was written
         * again.
         */
        end: z.optional(z.string().check(z.maxLength(64))),
      }),
    )
    .check(z.maxLength(MOST_SESSIONS)),
  /** Logs of other devices that a page here shows. Their owners may publish the text of answers in progress. */
  reads: z.optional(z.array(Log).check(z.maxLength(MOST_READS))),
  /** The shared providers of this device: which version, and whether any are shared. */
  keys: z.optional(z.object({ turn: z.int(), on: z.boolean() })),
  asks: z.optional(z.array(Ask).check(z.maxLength(MOST_ASKS))),
  answers: z.optional(z.array(Answer).check(z.maxLength(MOST_ASKS))),
})
export type Note = z.infer<typeof Note>

/** Most devices whose notes are read, including removed ones. */
const MOST_DEVICES = 100
/** Reads between two checks for a new device, and for the removal of this one. */
const NEW_DEVICES = 5
/** Reads between two checks of the note of this device. */
const OWN_NOTE = 2 * NEW_DEVICES

/**
 * Notes are numbered, so that a new device finds them all. Each device takes the first free number, with a write that
 * only one device can win, and moves on only if another note is there. It does so again if its note is gone. A removal
 * is recorded in the device's note and, because the device may be writing its note just then, also in a separate object
 * that the removed device never writes. All reject as the storage does.
 */
export type Notes = {
  /** Resolves to whether it was written: a device that was removed writes no more. */
  put: (note: Note, signal: AbortSignal) => Promise<boolean>
  /** Readable notes of other devices, one per device; null: another device has removed this one. */
  others: (signal: AbortSignal) => Promise<Note[] | null>
  /** Whether the note of this device was found gone, or older than it was written. Asked once. */
  isOwnLost: () => boolean
  /** Devices that were found removed. */
  gone: () => ReadonlySet<string>
  /** All readable notes, one per device, including this device and removed ones. */
  all: (signal: AbortSignal) => Promise<Note[]>
  /** Removes another device. */
  remove: (device: string, signal: AbortSignal) => Promise<void>
}

export function makeNotes({ store, vault, device }: SharedStorage): Notes {
  let own: number | null = null
  /** When this worker wrote it last, and whether it was found gone or older since. */
  let writtenAt = Number.NEGATIVE_INFINITY
  let isLost = false
  /** `before`: when it had been written as the read began. */
  const hearOwn = (there: Note | 'unreadable' | null, before: number): void => {
    if (there === 'unreadable') return
    if (there !== null && there.device !== device.id) {
      // the storage was set back to before this number was taken, and another device took it
      own = null
      isLost = true
      return
    }
    const at = there?.at ?? Number.NEGATIVE_INFINITY
    if (!(at < before)) return
    isLost = true
    // found out once: until it is written again it stays as it was found
    if (writtenAt === before) writtenAt = at
  }
  let known = 0
  let looks = 0
  const gone = new Set<string>()
  /** Notes of removed devices, which do not change. */
  const removedNotes = new Map<number, Note>()
  const read = async (n: number, signal: AbortSignal): Promise<Note | 'unreadable' | null> => {
    const place = placeOf(n)
    const sealed = await store.get(await vault.keyOf(place), signal)
    if (sealed === null) return null
    try {
      const parsed = Note.safeParse(JSON.parse(new TextDecoder().decode(await vault.open(place, sealed))))
      return parsed.success ? parsed.data : 'unreadable'
    } catch (error) {
      // of a newer version, or spoilt: nothing depends on it
      if (error instanceof SealBroken || error instanceof SyntaxError) return 'unreadable'
      throw error
    }
  }
  const sealed = async (n: number, note: Note): Promise<Uint8Array<ArrayBuffer>> =>
    vault.seal(placeOf(n), new TextEncoder().encode(JSON.stringify(note)))
  const readAll = async (
    signal: AbortSignal,
    { but = null, most = MOST_DEVICES }: { but?: number | null; most?: number } = {},
  ): Promise<{ n: number; note: Note }[]> => {
    const notes: { n: number; note: Note }[] = []
    const readOne = async (n: number): Promise<Note | 'unreadable' | null> =>
      n === but ? 'unreadable' : (removedNotes.get(n) ?? (await read(n, signal)))
    // a storage may take seconds for each
    const first = await Promise.all(Array.from({ length: Math.min(known, most) }, (_, n) => readOne(n)))
    let n = 0
    for (; n < most; n++) {
      const note = (n < first.length ? first[n] : await readOne(n)) ?? null
      // a note was there: the storage has lost it, and those behind it may be left
      if (note === null && n < first.length) continue
      if (note === null) break
      if (note === 'unreadable') continue
      if (note.removed) removedNotes.set(n, note)
      notes.push({ n, note })
    }
    known = Math.max(known, n)
    return notes
  }
  const isRemoved = async (signal: AbortSignal): Promise<boolean> => {
    const place = { kind: 'gone', device: device.id } as const
    const word = await store.get(await vault.keyOf(place), signal)
    if (word === null) return false
    try {
      return (await vault.open(place, word)).length > 0
    } catch (error) {
      // not sealed by one of these devices: the owner of the storage cannot remove a device
      if (error instanceof SealBroken) return false
      throw error
    }
  }
  const remove: Notes['remove'] = async (gone, signal) => {
    const word = { kind: 'gone', device: gone } as const
    await store.put(await vault.keyOf(word), await vault.seal(word, new TextEncoder().encode('{"format":1}')), signal)
    await store.remove(await vault.keyOf({ kind: 'keys', device: gone }), signal)
    for (const { n, note } of await readAll(signal))
      if (note.device === gone) {
        const { keys: _, ...left } = note
        const empty = { ...left, beat: note.beat + 1, sessions: [], reads: [], asks: [], answers: [], removed: true }
        await store.put(await vault.keyOf(placeOf(n)), await sealed(n, empty), signal)
      }
  }
  return {
    put: async (note, signal) => {
      const isOurs = (there: Note | 'unreadable' | null): there is Note =>
        there !== null && there !== 'unreadable' && there.device === device.id
      const writeAt = async (n: number, there: Note): Promise<boolean> => {
        own = n
        if (there.removed) return false
        await store.put(await vault.keyOf(placeOf(n)), await sealed(n, note), signal)
        writtenAt = note.at ?? writtenAt
        return true
      }
      if (own !== null) {
        const n = own
        const there = await read(n, signal)
        hearOwn(there, writtenAt)
        if (isOurs(there)) return writeAt(n, there)
        // gone, spoilt, or another device has this number now: the first free number again
        own = null
      }
      for (let n = 0; n < MOST_DEVICES; n++) {
        if ((await store.create(await vault.keyOf(placeOf(n)), await sealed(n, note), signal)) === 'created') {
          own = n
          writtenAt = note.at ?? writtenAt
          return true
        }
        const there = await read(n, signal)
        // the first write may still arrive: using the next number would leave two notes, or a hole behind which nobody
        // looks
        if (there === null) throw new StoreFailure({ kind: 'timeout', message: 'This storage doesn’t confirm writes.' })
        if (isOurs(there)) return writeAt(n, there)
      }
      return true
    },
    others: async (signal) => {
      const isWhole = looks % NEW_DEVICES === 0
      const mine = looks++ % OWN_NOTE === 0 ? own : null
      const before = writtenAt
      const [notes, isGone, there] = await Promise.all([
        readAll(signal, { but: own, ...(!isWhole && { most: known }) }),
        isWhole && isRemoved(signal),
        mine === null ? ('unreadable' as const) : read(mine, signal),
      ])
      hearOwn(there, before)
      if (isGone) {
        // the device was removed, so anything it wrote since does not count
        await remove(device.id, signal)
        return null
      }
      for (const { note } of notes) if (note.removed) gone.add(note.device)
      return latestOfEach(notes).filter((note) => note.device !== device.id && !note.removed)
    },
    isOwnLost: () => {
      const was = isLost
      isLost = false
      return was
    },
    gone: () => gone,
    all: async (signal) => latestOfEach(await readAll(signal)),
    remove,
  }
}

const placeOf = (n: number): { kind: 'note'; device: string } => ({ kind: 'note', device: `${n}` })

/** Older versions wrote a second note when the fate of the first was unknown. The second one is no longer updated. */
function latestOfEach(notes: readonly { note: Note }[]): Note[] {
  const latest = new Map<string, Note>()
  for (const { note } of notes) {
    const known = latest.get(note.device)
    if (known === undefined || (note.at ?? 0) > (known.at ?? 0)) latest.set(note.device, note)
  }
  return [...latest.values()]
}
