import { MOST_SESSIONS, type Note } from './notes.ts'

type Said = Note['sessions'][number]

/** Milliseconds for which a session stays in the note, long enough for all devices to read it. */
const STAYS = 10 * 60_000

/**
 * Chooses the sessions for a note that has no room for all. Other devices remember what they found, so in time they
 * find all. `most`: sessions per note. `now`: wall time in ms.
 */
export function makeSaidSessions(most = MOST_SESSIONS): (list: readonly Said[], now: number) => Said[] {
  /** Half of the room is for those at work or changed last, in every note; others have the rest in turn. */
  const forNewest = most / 2
  /** How far each log was known, in the order of the last change. */
  const known = new Map<string, number>()
  // a random start, so that a device used for minutes a day does not always begin with the same sessions
  let from = Math.floor(Math.random() * 100_000)
  let movedAt = 0
  return (list, now) => {
    for (const { log, next } of list) {
      if (known.get(log) === next) continue
      known.delete(log)
      known.set(log, next)
    }
    if (list.length <= most) return [...list]
    const place = new Map([...known.keys()].map((log, at) => [log, at]))
    const newest = list.toSorted(
      (a, b) => Number(b.busy) - Number(a.busy) || (place.get(b.log) ?? 0) - (place.get(a.log) ?? 0),
    )
    const always = newest.slice(0, forNewest)
    const named = new Set(always)
    const others = list.filter((each) => !named.has(each))
    if (Math.abs(now - movedAt) >= STAYS) {
      from += most - forNewest
      movedAt = now
    }
    const at = from % others.length
    return [...always, ...[...others.slice(at), ...others.slice(0, at)].slice(0, most - forNewest)]
  }
}
