import type { FamilyLine } from '../../base/state/variants.ts'

/** Finds the variants that a person can choose between at a row. */

/**
 * `place`: index in `sessions`, from 0. `sessions`: the session to open for each variant; the open session is at its
 * own place.
 */
export type Variants = { place: number; sessions: string[] }

/** Variants that branch at row `n` of session `id`; null: there is only one. `here`: sessions of its conversation. */
export function variantsAt(here: readonly FamilyLine[], id: string, n: number): Variants | null {
  const sessions = [...here, ...absentLines(here)]
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const path = pathOf(byId, id)
  // the line that row n branches from: the last line that began before n
  const place = path.findLastIndex((line) => beginOf(line) < n)
  const owner = place === -1 ? null : (path[place] as FamilyLine)
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

/**
 * Origins that are not here: deleted permanently, or never shared with this device. Other lines still branch from them
 * and pass through them. The origin of such a line is not known here.
 */
function absentLines(here: readonly FamilyLine[]): FamilyLine[] {
  const ids = new Set(here.map(({ id }) => id))
  const absent = new Map<string, FamilyLine>()
  for (const { origin } of here) {
    if (origin?.family === undefined || ids.has(origin.session)) continue
    const count = Math.max(absent.get(origin.session)?.count ?? 0, origin.n)
    absent.set(origin.session, { id: origin.session, timestamp: 0, createdAt: 0, count, deletedAt: 0 })
  }
  return [...absent.values()]
}

const isVariant = ({ origin }: FamilyLine): boolean => origin?.family !== undefined
/** Row at which a line begins; -1 for a line without an origin. */
const beginOf = (line: FamilyLine): number => (isVariant(line) ? (line.origin?.n ?? -1) : -1)
const parentOf = (line: FamilyLine | undefined): string | undefined =>
  line !== undefined && isVariant(line) ? line.origin?.session : undefined

/** Lines that make up a session, from the first known line to its own. */
function pathOf(byId: ReadonlyMap<string, FamilyLine>, id: string): FamilyLine[] {
  const path: FamilyLine[] = []
  for (let line = byId.get(id); line !== undefined && !path.includes(line); line = byId.get(parentOf(line) ?? ''))
    path.unshift(line)
  return path
}

/** Whether a path stays on line `ownerId` at row `n`, and branches from it later or never. */
function pathSits(path: readonly FamilyLine[], ownerId: string, n: number): boolean {
  const place = path.findIndex((line) => line.id === ownerId)
  if (place === -1) return false
  const next = path[place + 1]
  return next === undefined || beginOf(next) > n
}

/** The most recently used session that passes through this variant; null: all of them were deleted. */
function latestThrough(
  byId: ReadonlyMap<string, FamilyLine>,
  sessions: readonly FamilyLine[],
  member: FamilyLine,
  ownerId: string,
  n: number,
): string | null {
  let latest: FamilyLine | null = null
  for (const session of sessions) {
    if (session.deletedAt !== null) continue
    if (latest !== null && session.timestamp <= latest.timestamp) continue
    const path = pathOf(byId, session.id)
    const goes = member.id === ownerId ? pathSits(path, ownerId, n) : path.some((line) => line.id === member.id)
    if (goes) latest = session
  }
  return latest?.id ?? null
}
