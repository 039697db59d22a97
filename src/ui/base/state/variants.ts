import type { SessionItem } from '../../../protocol/common.ts'

/**
 * Variants of one conversation, as derived from the list of sessions. Each variant is a session; two variants share the
 * same rows up to their branching point. A line is the rows that one session has added since it branched from another
 * line.
 */

/** Fields of a session that are needed here. */
export type FamilyLine = Pick<
  SessionItem,
  'id' | 'timestamp' | 'createdAt' | 'count' | 'deletedAt' | 'origin' | 'knownAs'
>

/** Id by which copies refer to the session they were made from. */
const nameOf = ({ id, knownAs }: Pick<FamilyLine, 'id' | 'knownAs'>): string => knownAs ?? id

/** The session with this name; undefined: it is not here. */
export const sessionNamed = <Item extends FamilyLine>(sessions: readonly Item[], name: string): Item | undefined =>
  sessions.find((session) => nameOf(session) === name)

/** Conversation that a session is, or is a variant of. */
export const familyOf = (line: Pick<FamilyLine, 'id' | 'origin' | 'knownAs'>): string =>
  line.origin?.family ?? nameOf(line)

/**
 * Sessions of the conversation that session `id` belongs to, each origin by its id; empty if it has no variants. Cost:
 * one look at each session.
 */
export function familyLines(sessions: readonly FamilyLine[], id: string): FamilyLine[] {
  const own = sessions.find((session) => session.id === id)
  if (own === undefined) return []
  const family = familyOf(own)
  const lines = sessions.filter((session) => familyOf(session) === family)
  if (lines.length < 2) return []
  return lines.map(({ origin, ...line }) => ({
    ...line,
    origin: origin && { ...origin, session: sessionNamed(lines, origin.session)?.id ?? origin.session },
  }))
}

/** Whether both lists show the same variants while session `id` is open, which grows all the time. */
export const sameLines =
  (id: () => string) =>
  (before: readonly FamilyLine[], after: readonly FamilyLine[]): boolean =>
    before.length === after.length && before.every((line, place) => keyOf(line, id()) === keyOf(after[place], id()))

const keyOf = (line: FamilyLine | undefined, open: string): string =>
  line === undefined
    ? ''
    : [line.id, line.deletedAt, line.origin?.session, line.origin?.n, line.id === open ? '' : line.count].join()

/**
 * One session per conversation: `open` if it belongs to it, else the most recently used, of equals the first one made.
 * Sorted by their last change.
 */
export function oneOfEach<Item extends FamilyLine>(sessions: readonly Item[], open: string | null): Item[] {
  const shown = new Map<string, Item>()
  const latest = new Map<string, number>()
  for (const session of sessions) {
    if (session.deletedAt !== null) continue
    const family = familyOf(session)
    const other = shown.get(family)
    latest.set(family, Math.max(latest.get(family) ?? 0, session.timestamp))
    if (other === undefined || session.id === open || (other.id !== open && isNewer(session, other)))
      shown.set(family, session)
  }
  const moved = (item: Item): number => latest.get(familyOf(item)) ?? 0
  return [...shown.values()].sort((a, b) => moved(b) - moved(a))
}

const isNewer = (session: FamilyLine, other: FamilyLine): boolean =>
  session.timestamp > other.timestamp ||
  (session.timestamp === other.timestamp && session.origin?.family === undefined && other.origin?.family !== undefined)
