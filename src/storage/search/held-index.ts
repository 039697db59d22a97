import { type IndexedSession, titleWordsOf } from '../../search/query.ts'
import { type Segment, sizeOfSegment } from '../../search/segment.ts'
import { wholeSession } from '../session-range.ts'
import { Counts, Mark, NO_COUNTS, type SearchDatabase, SegmentRow } from './database.ts'

/** The index in memory, for the time of a search. It holds words and numbers, no text. */
export type HeldIndex = {
  sessions: ReadonlyMap<string, IndexedSession>
  /** Loads what has changed on the disk since. Rejects with a DOMException. */
  refresh: () => Promise<void>
  /** In bytes, roughly. */
  size: () => number
}

/** Segments per read: few enough that the thread can do other work in between. */
const PAGE = 300

export function holdIndex(search: SearchDatabase): HeldIndex {
  const sessions = new Map<string, IndexedSession>()
  let held: Counts | null = null
  let refreshing: Promise<void> | null = null

  const readAll = async (): Promise<void> => {
    const segments = new Map<string, Segment[]>()
    let after: IDBKeyRange | undefined
    for (;;) {
      const page = await search.getAll('segments', after, PAGE)
      for (const row of page) {
        const segment = SegmentRow.safeParse(row).data
        if (segment === undefined) continue
        const of = segments.get(segment.sessionId)
        if (of === undefined) segments.set(segment.sessionId, [segment])
        else of.push(segment)
      }
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      after = IDBKeyRange.lowerBound([last.sessionId, last.from], true)
    }
    for (const row of await search.getAll('marks')) put(row, segments.get(row.sessionId) ?? [])
  }
  const put = (row: unknown, segments: readonly Segment[]): void => {
    const mark = Mark.safeParse(row).data
    if (mark === undefined) return
    const { sessionId, title, timestamp } = mark
    sessions.set(sessionId, { title, titleWords: titleWordsOf(title), timestamp, segments })
  }
  const readChanged = async (since: number): Promise<void> => {
    const changed = await search.getAllFromIndex('marks', 'by-generation', IDBKeyRange.lowerBound(since, true))
    for (const row of changed) {
      const rows = await search.getAll('segments', wholeSession(row.sessionId))
      put(
        row,
        rows.flatMap((segment) => SegmentRow.safeParse(segment).data ?? []),
      )
    }
  }
  const dropGone = async (): Promise<void> => {
    const known = new Set(await search.getAllKeys('marks'))
    for (const id of sessions.keys()) if (!known.has(id)) sessions.delete(id)
  }
  const look = async (): Promise<void> => {
    // read first: later writes are seen by the next refresh
    const counts = Counts.safeParse(await search.get('counts', 'counts')).data ?? NO_COUNTS
    if (held?.generation === counts.generation && held.removals === counts.removals) return
    if (held === null) await readAll()
    else await readChanged(held.generation)
    if (held !== null && held.removals !== counts.removals) await dropGone()
    held = counts
  }
  return {
    sessions,
    refresh: () => {
      refreshing ??= look().finally(() => {
        refreshing = null
      })
      return refreshing
    },
    size: () => {
      let sum = 0
      for (const { segments } of sessions.values()) for (const segment of segments) sum += sizeOfSegment(segment)
      return sum
    },
  }
}
