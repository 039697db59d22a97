import * as z from 'zod/mini'
import { abort, decideToolCall } from '../../agent/user-intent.ts'
import { SealBroken } from '../../sync/vault.ts'
import type { SharedStorage } from './shared-storage.ts'

/** What each device says of itself, in an object that it alone writes. */

const Id = z.string().check(z.minLength(1), z.maxLength(64))
const Log = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** What a person decides on a device that only follows a session, for the one that has it. */
export const AskedInput = z.discriminatedUnion('type', [decideToolCall(), abort()])
export type AskedInput = z.infer<typeof AskedInput>
/** `id` is the command's, by which it is carried out once. Without an input: the session itself is asked for, when an answer has ended. */
const Ask = z.object({ id: Id, log: Log, input: z.optional(AskedInput) })
export type Ask = z.infer<typeof Ask>
/** `refused`: why not, in words; null: it was done, or there was nothing to do any more. */
const Answer = z.object({ id: Id, refused: z.nullable(z.string().check(z.maxLength(1000))) })
export type Answer = z.infer<typeof Answer>
/** Of each, the newest. */
export const MOST_ASKS = 20
export const MOST_READS = 20

const Note = z.object({
  format: z.literal(1),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.maxLength(100)),
  /** Counts on while something runs there. */
  beat: z.int(),
  /** When it was written, by that device's clock; wall time, ms. */
  at: z.optional(z.number()),
  /** Another device has written it: this one is to share no more. */
  removed: z.optional(z.boolean()),
  /** Those that are its own, or that it follows; `next`: how far it knows the log. */
  sessions: z
    .array(
      z.object({
        log: Log,
        next: z.int(),
        owner: z.boolean(),
        busy: z.boolean(),
      }),
    )
    .check(z.maxLength(1000)),
  /** Logs of other devices that a page here shows: whoever has them may show the text of answers under way. */
  reads: z.optional(z.array(Log).check(z.maxLength(MOST_READS))),
  /** What it lends of its providers: which state of that, and whether anything is lent. */
  keys: z.optional(z.object({ turn: z.int(), on: z.boolean() })),
  asks: z.optional(z.array(Ask).check(z.maxLength(MOST_ASKS))),
  answers: z.optional(z.array(Answer).check(z.maxLength(MOST_ASKS))),
})
export type Note = z.infer<typeof Note>

/** Devices whose notes are looked for. */
const MOST_DEVICES = 32
/** Whether there is one more device, and whether this one was removed, is looked at every so many times. */
const NEW_DEVICES = 5

/**
 * Notes are numbered, so that a new device finds them all: each device takes the first number that is free, by a write that only one can
 * make. All reject as the storage does.
 */
export type Notes = {
  /** Resolves to whether it was written: a device that was removed writes no more. */
  put: (note: Note, signal: AbortSignal) => Promise<boolean>
  /** Those of other devices that can be read; null: this one was removed by one of them. */
  others: (signal: AbortSignal) => Promise<Note[] | null>
  /** Devices that were found removed. */
  gone: () => ReadonlySet<string>
  /** All that can be read, its own and removed ones among them. */
  all: (signal: AbortSignal) => Promise<Note[]>
  /** Writes into the note of another device that it was removed. */
  remove: (device: string, signal: AbortSignal) => Promise<void>
}

export function makeNotes({ store, vault, device }: SharedStorage): Notes {
  let own: number | null = null
  let known = 0
  let looks = 0
  const gone = new Set<string>()
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
    let n = 0
    for (; n < most; n++) {
      const note = n === but ? 'unreadable' : await read(n, signal)
      if (note === null) break
      if (note !== 'unreadable') notes.push({ n, note })
    }
    known = Math.max(known, n)
    return notes
  }
  return {
    put: async (note, signal) => {
      for (let n = own ?? 0; n < MOST_DEVICES; n++) {
        const key = await vault.keyOf(placeOf(n))
        const bytes = await sealed(n, note)
        if (own === null && (await store.create(key, bytes, signal)) === 'created') {
          own = n
          return true
        }
        const there = await read(n, signal)
        const isOurs = own === n || (there !== null && there !== 'unreadable' && there.device === device.id)
        if (!isOurs) continue
        own = n
        if (there !== null && there !== 'unreadable' && there.device === device.id && there.removed) return false
        await store.put(key, bytes, signal)
        return true
      }
      return true
    },
    others: async (signal) => {
      const isWhole = looks++ % NEW_DEVICES === 0
      const notes = await readAll(signal, isWhole ? {} : { but: own, most: known })
      if (notes.some(({ n, note }) => n === own && note.device === device.id && note.removed)) return null
      for (const { note } of notes) if (note.removed) gone.add(note.device)
      return notes.flatMap(({ note }) => (note.device === device.id || note.removed ? [] : [note]))
    },
    gone: () => gone,
    all: async (signal) => (await readAll(signal)).map(({ note }) => note),
    remove: async (gone, signal) => {
      await store.remove(await vault.keyOf({ kind: 'keys', device: gone }), signal)
      for (const { n, note } of await readAll(signal))
        if (note.device === gone) {
          const { keys: _, ...left } = note
          const empty = { ...left, beat: note.beat + 1, sessions: [], reads: [], asks: [], answers: [], removed: true }
          await store.put(await vault.keyOf(placeOf(n)), await sealed(n, empty), signal)
        }
    },
  }
}

const placeOf = (n: number): { kind: 'note'; device: string } => ({ kind: 'note', device: `${n}` })
