import type { SessionItem } from '../../protocol/common.ts'

/**
 * Helpers in the list of sessions: below the session that they help, while one of that tree is open or at work. A
 * helper whose session is not in the list is a line like any other.
 */
export function helpersToList(
  sessions: readonly SessionItem[],
  open: string | null,
): { isListed: (item: SessionItem) => boolean; below: (id: string) => string[] } {
  const there = new Set(sessions.flatMap(({ id, deletedAt }) => (deletedAt === null ? [id] : [])))
  const helpers = new Map<string, SessionItem[]>()
  for (const item of sessions)
    if (item.helps && item.deletedAt === null && there.has(item.helps.session))
      helpers.set(item.helps.session, [...(helpers.get(item.helps.session) ?? []), item])
  const allBelow = (id: string, depth = 0): SessionItem[] =>
    depth > DEEPEST
      ? []
      : (helpers.get(id) ?? [])
          .toSorted((a, b) => a.createdAt - b.createdAt || byCall(a.helps?.call, b.helps?.call))
          .flatMap((item) => [item, ...allBelow(item.id, depth + 1)])
  return {
    isListed: ({ helps }) => helps !== undefined && there.has(helps.session),
    below: (id) => {
      const tree = allBelow(id)
      const isShown = id === open || tree.some((item) => item.id === open || item.busy || item.status === WAITS)
      return isShown ? tree.map((item) => item.id) : []
    },
  }
}

/** In the order in which the calls were made: ids end with their number. */
const byCall = (a = '', b = ''): number => a.localeCompare(b, 'en', { numeric: true })

/** Bounds foreign data: an import may claim a circle. */
const DEEPEST = 4
const WAITS = 'waiting-for-you'
