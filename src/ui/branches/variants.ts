import type { SessionItem } from '../../protocol/common.ts'

/**
 * The variants of one conversation, as the list of sessions tells of them. Each is a session of its own; two of them have the same rows up to
 * the one at which they part. A line is what one session has brought since it parted from the one before it.
 */

/** What of a session is needed here. */
export type FamilyLine = Pick<
  SessionItem,
  'id' | 'timestamp' | 'createdAt' | 'count' | 'deletedAt' | 'origin' | 'knownAs'
>

/** What others call a session that they were made of. */
const nameOf = ({ id, knownAs }: Pick<FamilyLine, 'id' | 'knownAs'>): string => knownAs ?? id

/** The session that is called so; undefined: it is not here. */
export const sessionNamed = <Item extends FamilyLine>(sessions: readonly Item[], name: string): Item | undefined =>
  sessions.find((session) => nameOf(session) === name)

/** The conversation that a session is, or is a variant of. */
export const familyOf = (line: Pick<FamilyLine, 'id' | 'origin' | 'knownAs'>): string =>
  line.origin?.family ?? nameOf(line)

/**
 * The sessions of the conversation that session `id` is a variant of, each origin by its id; none, where it has no other. Cost: one look at each
 * session.
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

/** Whether they show the same variants to whom session `id` is open, which grows all the time. */
export const sameLines =
  (id: () => string) =>
  (before: readonly FamilyLine[], after: readonly FamilyLine[]): boolean =>
    before.length === after.length && before.every((line, place) => keyOf(line, id()) === keyOf(after[place], id()))

const keyOf = (line: FamilyLine | undefined, open: string): string =>
  line === undefined
    ? ''
    : [line.id, line.deletedAt, line.origin?.session, line.origin?.n, line.id === open ? '' : line.count].join()

/** One session for each conversation, the one that was used last: `open`, or else the one of the latest. Sorted by when they last moved. */
export function oneOfEach<Item extends FamilyLine>(sessions: readonly Item[], open: string | null): Item[] {
  const shown = new Map<string, Item>()
  const latest = new Map<string, number>()
  for (const session of sessions) {
    if (session.deletedAt !== null) continue
    const family = familyOf(session)
    const other = shown.get(family)
    latest.set(family, Math.max(latest.get(family) ?? 0, session.timestamp))
    if (other === undefined || session.id === open || (other.id !== open && session.timestamp > other.timestamp))
      shown.set(family, session)
  }
  const moved = (item: Item): number => latest.get(familyOf(item)) ?? 0
  return [...shown.values()].sort((a, b) => moved(b) - moved(a))
}
