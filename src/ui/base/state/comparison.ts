import { idBeside } from '../../../settings/private-session.ts'
import { type FamilyLine, sessionNamed } from './variants.ts'

/**
 * One message to several models. Each model beyond the first answers in a variant of the session, whose id names the
 * comparison. So the list of sessions says which answers belong together, after a reload and a kill, too.
 */
export type Comparison = {
  group: string
  /** The row of the message: from here on they differ. */
  from: number
  /** The session that was asked in, then its variants. */
  ids: readonly string[]
}

/** Models that may be compared. */
export const MOST_COMPARED = 4

const OWN = /(?:^|-)vs-([0-9a-f]{8})-[0-9a-f]{12}$/
const groupOf = (id: string): string | null => OWN.exec(id)?.[1] ?? null

/** `fresh`: a random UUID. */
export const newGroup = (fresh: string): string => fresh.slice(0, 8)

/** The id of the variant in which the further model number `place` answers. `fresh`: a random UUID. */
export const comparedId = (from: string, group: string, place: number, fresh: string): string =>
  idBeside(from, `vs-${group}-${place.toString(16)}${fresh.replaceAll('-', '').slice(0, 11)}`)

/** The comparison that session `id` belongs to, the newest if there are several; null: none. */
export function comparisonOf(sessions: readonly FamilyLine[], id: string): Comparison | null {
  const own = sessions.find((session) => session.id === id)
  if (own === undefined) return null
  const made = groupOf(id)
  const source = made === null ? own : sessionNamed(sessions, own.origin?.session ?? '')
  if (source === undefined || source.deletedAt !== null) return null
  const name = source.knownAs ?? source.id
  const all = sessions
    .filter((each) => each.deletedAt === null && each.origin?.session === name && groupOf(each.id) !== null)
    .sort((a, b) => a.createdAt - b.createdAt)
  const group = made ?? groupOf(all.at(-1)?.id ?? '')
  // they are made at the same time, so their ids say the order in which the models were chosen
  const others = all.filter((each) => groupOf(each.id) === group).sort((a, b) => (a.id < b.id ? -1 : 1))
  const from = others[0]?.origin?.n
  if (group === null || from === undefined) return null
  return { group, from, ids: [source.id, ...others.map((each) => each.id)] }
}
