import type { SessionItem } from '../../protocol/common.ts'

/**
 * The variants of one conversation, as the list of sessions tells of them. Each is a session of its own; two of them have the same rows up to
 * the one at which they part. A line is what one session has brought since it parted from the one before it.
 */

/** What of a session is needed here. */
export type Line = Pick<SessionItem, 'id' | 'timestamp' | 'createdAt' | 'count' | 'deletedAt' | 'origin'>

/** The conversation that a session is, or is a variant of. */
export const familyOf = ({ id, origin }: Pick<Line, 'id' | 'origin'>): string => origin?.family ?? id

/** The sessions of the conversation that session `id` is a variant of; none, where it has no other. Cost: one look at each session. */
export function familyLines(sessions: readonly Line[], id: string): Line[] {
  const own = sessions.find((session) => session.id === id)
  if (own === undefined) return []
  const family = familyOf(own)
  const lines = sessions.filter((session) => session.id === family || session.origin?.family === family)
  return lines.length < 2 ? [] : lines.map(({ origin, ...line }) => ({ ...line, origin: origin && { ...origin } }))
}

/** Whether they show the same variants to whom session `id` is open, which grows all the time. */
export const sameLines =
  (id: () => string) =>
  (before: readonly Line[], after: readonly Line[]): boolean =>
    before.length === after.length && before.every((line, place) => keyOf(line, id()) === keyOf(after[place], id()))

const keyOf = (line: Line | undefined, open: string): string =>
  line === undefined
    ? ''
    : [line.id, line.deletedAt, line.origin?.session, line.origin?.n, line.id === open ? '' : line.count].join()

/** `place` counts from 0 among `sessions`: the session to be opened for each variant, the one that is open in its own place. */
export type Variants = { place: number; sessions: string[] }

/** The variants that part at row `n` of session `id`; null: there is one alone. `sessions`: those of its conversation. */
export function variantsAt(sessions: readonly Line[], id: string, n: number): Variants | null {
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const path = pathOf(byId, id)
  // the line that row n parts from: the last that had begun before it
  const place = path.findLastIndex((line) => beginOf(line) < n)
  const owner = place === -1 ? null : (path[place] as Line)
  const ownerId = owner?.id ?? parentOf(path[0])
  if (ownerId === undefined) return null
  const parted = sessions
    .filter((line) => isVariant(line) && line.origin?.session === ownerId && line.origin.n === n)
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  const members = [...(owner !== null && owner.count > n ? [owner] : []), ...parted]
  const shown = members.flatMap((member) => {
    const mine = member.id === ownerId ? pathSits(path, ownerId, n) : path.some((line) => line.id === member.id)
    const target = mine ? id : latestThrough(byId, sessions, member, ownerId, n)
    return target === null ? [] : [{ mine, target }]
  })
  const current = shown.findIndex(({ mine }) => mine)
  return shown.length < 2 || current === -1 ? null : { place: current, sessions: shown.map(({ target }) => target) }
}

const isVariant = ({ origin }: Line): boolean => origin?.family !== undefined
/** The row at which a line begins; before all rows: of one that began by itself. */
const beginOf = (line: Line): number => (isVariant(line) ? (line.origin?.n ?? -1) : -1)
const parentOf = (line: Line | undefined): string | undefined =>
  line !== undefined && isVariant(line) ? line.origin?.session : undefined

/** The lines that a session is made of, from the first that is known to its own. */
function pathOf(byId: ReadonlyMap<string, Line>, id: string): Line[] {
  const path: Line[] = []
  for (let line = byId.get(id); line !== undefined && !path.includes(line); line = byId.get(parentOf(line) ?? ''))
    path.unshift(line)
  return path
}

/** Whether a path stays on line `ownerId` at row `n`, and parts from it later or never. */
function pathSits(path: readonly Line[], ownerId: string, n: number): boolean {
  const place = path.findIndex((line) => line.id === ownerId)
  if (place === -1) return false
  const next = path[place + 1]
  return next === undefined || beginOf(next) > n
}

/** The session that was used last of those that go through this variant; null: all of them were deleted. */
function latestThrough(
  byId: ReadonlyMap<string, Line>,
  sessions: readonly Line[],
  member: Line,
  ownerId: string,
  n: number,
): string | null {
  let latest: Line | null = null
  for (const session of sessions) {
    if (session.deletedAt !== null) continue
    if (latest !== null && session.timestamp <= latest.timestamp) continue
    const path = pathOf(byId, session.id)
    const goes = member.id === ownerId ? pathSits(path, ownerId, n) : path.some((line) => line.id === member.id)
    if (goes) latest = session
  }
  return latest?.id ?? null
}

/** One session for each conversation, the one that was used last: `open`, or else the one of the latest. Sorted by when they last moved. */
export function oneOfEach<Item extends Line>(sessions: readonly Item[], open: string | null): Item[] {
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
