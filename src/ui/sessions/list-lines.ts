import type { SessionItem } from '../../protocol/common.ts'
import { familyOf, oneOfEach } from '../branches/variants.ts'

/** `heading:<words>`, `archived:<how many>` or the id of a session: a line that stays the same keeps its element. */
export type Line = string

type Wish = {
  /** The session that is open, which is always in the list. */
  open: string | null
  pinned: readonly string[]
  archived: readonly string[]
  /** Archived sessions are listed too. */
  showArchived: boolean
  /** Has unsent words. */
  hasDraft: (id: string) => boolean
  /** Wall time in ms. */
  now: number
}

export const headingOf = (line: Line): string | null => (line.startsWith('heading:') ? line.slice(8) : null)
/** How many are archived; null: another line. */
export const archivedOf = (line: Line): number | null => (line.startsWith('archived:') ? Number(line.slice(9)) : null)

/** The list at the side: pinned ones, then by the day on which each conversation last moved, then what was put away. */
export function listLines(sessions: readonly SessionItem[], wish: Wish): Line[] {
  const pinned = new Set(wish.pinned)
  const archived = new Set(wish.archived)
  const groups = new Map<string, Line[]>([['Pinned', []]])
  const away: Line[] = []
  const groupOf = groupsAt(wish.now)
  let count = 0
  for (const item of oneOfEach(sessions, wish.open)) {
    const isOpen = item.id === wish.open
    if (item.untouched && !isOpen && !wish.hasDraft(item.id)) continue
    const family = familyOf(item)
    if (archived.has(family)) {
      count++
      if (wish.showArchived || isOpen) away.push(item.id)
      continue
    }
    const name = pinned.has(family) ? 'Pinned' : groupOf(item.timestamp)
    const group = groups.get(name)
    if (group) group.push(item.id)
    else groups.set(name, [item.id])
  }
  const shown = [...groups].filter(([, ids]) => ids.length > 0)
  return [
    ...shown.flatMap(([name, ids]) => [`heading:${name}`, ...ids]),
    ...(count > 0 ? [`archived:${count}`, ...away] : []),
  ]
}

/** "Today", "Previous 7 days", "March", "2024": by days of the calendar here. Both in ms; a time to come is today. */
export const dayGroup = (at: number, now: number): string => groupsAt(now)(at)

/** For many times: what tells the days apart is made once. */
function groupsAt(now: number): (at: number) => string {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  const year = day.getFullYear()
  const before = (days: number): number => new Date(day).setDate(day.getDate() - days)
  const recent: [number, string][] = [
    [day.getTime(), 'Today'],
    [before(1), 'Yesterday'],
    [before(7), 'Previous 7 days'],
    [before(30), 'Previous 30 days'],
  ]
  const months: string[] = []
  const month = new Intl.DateTimeFormat('en', { month: 'long' })
  return (at) => {
    for (const [from, name] of recent) if (at >= from) return name
    const date = new Date(at)
    if (Number.isNaN(at)) return 'Earlier'
    if (date.getFullYear() !== year) return String(date.getFullYear())
    months[date.getMonth()] ??= month.format(date)
    return months[date.getMonth()] ?? ''
  }
}

/** Milliseconds until the groups are named anew. */
export function untilMidnight(now: number): number {
  const day = new Date(now)
  return day.setHours(24, 0, 1, 0) - now
}
