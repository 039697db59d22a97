import { type Clocks, makeClocks } from './clocks.ts'
import type { Note } from './notes.ts'

/** What the notes of other devices say. */
export type Roster = {
  /** Returns whether something was done there since the note before. */
  hear: (note: Note) => boolean
  nameOf: (device: string) => string
  /** When the owner of this log was last seen doing something; wall time of this device in ms. null: unknown. */
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
/** Milliseconds for which a reader of a log counts: it repeats this every `SAY_READS` of listen.ts. */
const READS = 150_000
/**
 * If the last note was read less than this many ms ago, news in the next note has just happened. Otherwise the other
 * device's clock decides.
 */
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
