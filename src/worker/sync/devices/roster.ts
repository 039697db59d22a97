import { type Clocks, makeClocks } from './clocks.ts'
import type { Note } from './notes.ts'

/** What is known of other devices by the notes that they write of themselves. */
export type Roster = {
  /** Returns whether something was done there since the note before. */
  hear: (note: Note) => boolean
  nameOf: (device: string) => string
  /**
   * When the device that has this log was last heard to do something; wall time of this device, ms. null: nobody knows.
   */
  seen: (log: string) => number | null
  /** Whether the device that has this log was heard a short time ago. */
  isAlive: (log: string) => boolean
  /** Whether any other device was heard to do something a short time ago. */
  isAnyThere: () => boolean
  /** The device that said last that it has this log. null: none did. */
  ownerOf: (log: string) => string | null
  /** Whether another device has said, a short time ago, that it shows this log. */
  isRead: (log: string) => boolean
}

/** A device counts as there as long as it was heard so short a time ago, in ms. */
const ALIVE = 60_000
/** One that shows a log says so again as often as `SAY_READS` of listen.ts; in ms. */
const READS = 150_000
/** What is new since a note was read so short a time ago has just been done; else its own clock tells. In ms. */
const FRESH = 150_000

export function makeRoster(clocks: Clocks = makeClocks()): Roster {
  let newsAt = Number.NEGATIVE_INFINITY
  const names = new Map<string, string>()
  const beats = new Map<string, number>()
  const alive = new Map<string, number>()
  const readAt = new Map<string, number>()
  const seen = new Map<string, number | null>()
  const owners = new Map<string, string>()
  const readers = new Map<string, { said: string; logs: readonly string[]; at: number }>()
  return {
    hear: ({ device, name, beat, at, sessions, reads: logs = [] }) => {
      const now = Date.now()
      names.set(device, name)
      const isNews = beats.get(device) !== beat
      beats.set(device, beat)
      const said = logs.join()
      if (isNews || readers.get(device)?.said !== said) readers.set(device, { said, logs, at: now })
      const isFresh = now - (readAt.get(device) ?? Number.NEGATIVE_INFINITY) < FRESH
      readAt.set(device, now)
      if (isFresh && isNews && at !== undefined) clocks.heard(device, at)
      if (isFresh && isNews) newsAt = now
      const done = isFresh ? now : at === undefined ? null : clocks.hereOf(device, at)
      for (const { log, owner } of sessions)
        if (isNews && owner) {
          alive.set(log, now)
          seen.set(log, done)
          owners.set(log, device)
        }
      return isNews
    },
    nameOf: (device) => names.get(device) ?? '',
    seen: (log) => seen.get(log) ?? null,
    isAnyThere: () => Date.now() - newsAt < ALIVE,
    isAlive: (log) => Date.now() - (alive.get(log) ?? 0) < ALIVE,
    ownerOf: (log) => owners.get(log) ?? null,
    isRead: (log) => [...readers.values()].some(({ logs, at }) => Date.now() - at < READS && logs.includes(log)),
  }
}
