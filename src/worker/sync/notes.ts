import * as z from 'zod/mini'
import { SealBroken } from '../../sync/vault.ts'
import type { SharedStorage } from './shared-storage.ts'

/** What each device says of itself, in an object that it alone writes. */

const Note = z.object({
  format: z.literal(1),
  device: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.maxLength(100)),
  /** Counts on while something runs there. */
  beat: z.int(),
  /** Those that are its own, or that it follows; `next`: how far it knows the log. */
  sessions: z
    .array(
      z.object({
        log: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
        next: z.int(),
        owner: z.boolean(),
        busy: z.boolean(),
      }),
    )
    .check(z.maxLength(1000)),
})
type Note = z.infer<typeof Note>

/** Devices whose notes are looked for. */
const MOST_DEVICES = 32

/**
 * Notes are numbered, so that a new device finds them all: each device takes the first number that is free, by a write that only one can
 * make. All reject as the storage does.
 */
export type Notes = {
  put: (note: Note, signal: AbortSignal) => Promise<void>
  /** Those of other devices that can be read. */
  others: (signal: AbortSignal) => Promise<Note[]>
}

export function makeNotes({ store, vault, device }: SharedStorage): Notes {
  let own: number | null = null
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
  /** Whether the number is ours now. */
  const claim = async (n: number, sealed: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<boolean> => {
    if ((await store.create(await vault.keyOf(placeOf(n)), sealed, signal)) === 'created') return true
    const there = await read(n, signal)
    return there !== null && there !== 'unreadable' && there.device === device.id
  }
  return {
    put: async (note, signal) => {
      const bytes = new TextEncoder().encode(JSON.stringify(note))
      for (let n = own ?? 0; n < MOST_DEVICES; n++) {
        const sealed = await vault.seal(placeOf(n), bytes)
        if (own !== null) return store.put(await vault.keyOf(placeOf(n)), sealed, signal)
        if (await claim(n, sealed, signal)) own = n
        if (own !== null) return
      }
    },
    others: async (signal) => {
      const notes: Note[] = []
      for (let n = 0; n < MOST_DEVICES; n++) {
        const note = n === own ? 'unreadable' : await read(n, signal)
        if (note === null) return notes
        if (note !== 'unreadable' && note.device !== device.id) notes.push(note)
      }
      return notes
    },
  }
}

const placeOf = (n: number): { kind: 'note'; device: string } => ({ kind: 'note', device: `${n}` })
