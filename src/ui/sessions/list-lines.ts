import type { SessionItem } from '../../protocol/common.ts'
import { familyOf, oneOfEach } from '../base/state/variants.ts'
import { locale } from '../base/words/language.ts'
import { t } from '../base/words/t.ts'
import { helpersToList } from './helper-lines.ts'

/** Groups with a name; months and years are named by the calendar. */
const NAMED = ['Pinned', 'Today', 'Yesterday', 'Previous 7 days', 'Previous 30 days', 'Earlier'] as const

/**
 * `heading:<words in English>`, `project:<id>`, `archived:<count>` or the id of a session: an unchanged line keeps its
 * element.
 */
export type ListLine = string

type Wish = {
  /** The open session, which is always in the list, except for the demo. */
  open: string | null
  /** The demo's session, which is not listed before the person writes in it: its button leads there. */
  demo: string | null
  pinned: readonly string[]
  archived: readonly string[]
  /** Only these conversations; null: all. */
  only: readonly string[] | null
  /** Ids in the order in which they are listed, and those whose sessions are not shown. */
  projects: readonly string[]
  folded: ReadonlySet<string>
  /** Lists archived sessions, too. */
  showArchived: boolean
  /** Whether the session has unsent text. */
  hasDraft: (id: string) => boolean
  /** Wall time in ms. */
  now: number
}

/** Words of a heading; null: the line is no heading. */
export const headingOf = (line: ListLine): string | null =>
  line.startsWith('heading:') ? groupWords(line.slice(8)) : null
function groupWords(name: string): string {
  const named = NAMED.find((other) => other === name)
  if (named !== undefined) return t(named)
  const [year = 0, month] = name.split('-').map(Number)
  const parts = month === undefined ? ({ year: 'numeric' } as const) : ({ month: 'long' } as const)
  return new Intl.DateTimeFormat(locale(), parts).format(new Date(year, (month ?? 1) - 1))
}

/** Number of archived conversations; null: the line is another one. */
export const archivedOf = (line: ListLine): number | null =>
  line.startsWith('archived:') ? Number(line.slice(9)) : null

/** The project whose heading this line is; null: it is another line. */
export const projectOfLine = (line: ListLine): string | null => (line.startsWith('project:') ? line.slice(8) : null)

/**
 * Lines of the sidebar: pinned conversations, then projects with theirs, then the others by the day of their last
 * change, then archived ones.
 */
export function listLines(sessions: readonly SessionItem[], wish: Wish): ListLine[] {
  const pinned = new Set(wish.pinned)
  const archived = new Set(wish.archived)
  const only = wish.only && new Set(wish.only)
  const groups = new Map<string, ListLine[]>([[NAMED[0], []]])
  const away: ListLine[] = []
  const inProject = new Map<string, ListLine[]>(wish.projects.map((id) => [id, []]))
  const groupOf = groupsAt(wish.now)
  let count = 0
  const helpers = helpersToList(sessions, wish.open)
  for (const item of oneOfEach(sessions, wish.open)) {
    const isOpen = item.id === wish.open
    if (helpers.isListed(item)) continue
    if (item.untouched && (item.id === wish.demo || (!isOpen && !wish.hasDraft(item.id)))) continue
    const family = familyOf(item)
    if (only && !only.has(family) && !isOpen) continue
    if (archived.has(family)) {
      count++
      if (wish.showArchived || isOpen) away.push(item.id, ...helpers.below(item.id))
      continue
    }
    const lines = [item.id, ...helpers.below(item.id)]
    const project = item.project === undefined || pinned.has(family) ? undefined : inProject.get(item.project)
    if (project) {
      if (isOpen || !wish.folded.has(item.project ?? '')) project.push(...lines)
      continue
    }
    const name = pinned.has(family) ? NAMED[0] : groupOf(item.timestamp)
    const group = groups.get(name)
    if (group) group.push(...lines)
    else groups.set(name, lines)
  }
  const shown = [...groups].filter(([, ids]) => ids.length > 0).map(([name, ids]) => [`heading:${name}`, ...ids])
  // a tag lists its own sessions only; otherwise a project without sessions is there to begin one in it
  const projects = [...inProject].filter(([, ids]) => !only || ids.length > 0)
  const first = groups.get(NAMED[0])?.length ? 1 : 0
  return [
    ...shown.slice(0, first).flat(),
    ...projects.flatMap(([id, ids]) => [`project:${id}`, ...ids]),
    ...shown.slice(first).flat(),
    ...(count > 0 ? [`archived:${count}`, ...away] : []),
  ]
}

/**
 * "Today", "Previous 7 days", "2026-3", "2024": by days of the local calendar. Both in ms; a future time is today.
 * Months get their words when they are shown: a page's first date formatter takes 40 ms.
 */
export const dayGroup = (at: number, now: number): string => groupsAt(now)(at)

/** For many times: the boundaries between the days are computed once. */
function groupsAt(now: number): (at: number) => string {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  const year = day.getFullYear()
  const before = (days: number): number => new Date(day).setDate(day.getDate() - days)
  const recent: [number, string][] = [
    [day.getTime(), NAMED[1]],
    [before(1), NAMED[2]],
    [before(7), NAMED[3]],
    [before(30), NAMED[4]],
  ]
  return (at) => {
    for (const [from, name] of recent) if (at >= from) return name
    const date = new Date(at)
    if (Number.isNaN(date.getTime())) return NAMED[5]
    if (date.getFullYear() !== year) return String(date.getFullYear())
    return `${year}-${date.getMonth() + 1}`
  }
}
