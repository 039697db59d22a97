import { lastActive } from '../../agent/head.ts'
import { changeableFrom } from '../../search/mark.ts'
import { SEGMENT_ROWS, type Segment, startSegment } from '../../search/segment.ts'
import { failpoint } from '../failpoint.ts'
import { messageOrNull, parseHead } from '../parse-rows.ts'
import type { Database } from '../schema.ts'
import { rowsBetween, wholeSession } from '../session-range.ts'
import { Counts, Mark, NO_COUNTS, type SearchDatabase } from './database.ts'

/**
 * Brings the index up to the committed state, one segment at a time. Each step reads committed rows, and writes the
 * segment and its progress in one transaction: after a kill, the next step continues from there. Any tab may do it.
 */

/** Only one thread changes the index of a database at a time. */
const lockOf = (db: Database): string => `${db.name}-search`

/**
 * `more`: there is more to index. `current`: the index is complete. `gone`: the session is deleted, and so are its
 * words.
 */
export type IndexStep = 'more' | 'current' | 'gone'

/** Indexes the next segment of a session. Rejects with a DOMException, or DamagedRecord for its head. */
export function indexStep(db: Database, search: SearchDatabase, sessionId: string): Promise<IndexStep> {
  return navigator.locks.request(lockOf(db), async () => {
    const headRow = await db.get('sessions', sessionId)
    const head = headRow === undefined ? null : parseHead(headRow)
    if (head === null || head.deletedAt !== null) {
      await takeOut(search, sessionId)
      return 'gone'
    }
    const mark = markOf(await search.get('marks', sessionId))
    if (mark?.done?.seq === head.seq && mark.pass === null) return 'current'
    const pass = mark?.pass ?? { seq: head.seq, from: changeableFrom(head), next: startOf(mark?.done?.from ?? 0) }
    const end = pass.next + SEGMENT_ROWS
    const segment = await buildFrom(pass.next, await db.getAll('messages', rowsBetween(sessionId, pass.next, end)))
    const isLast = end >= head.count
    const next = {
      title: head.title ?? '',
      timestamp: lastActive(head),
      done: isLast ? { seq: pass.seq, from: pass.from } : (mark?.done ?? null),
      pass: isLast ? null : { ...pass, next: end },
    }
    if (__FAILPOINTS__) await failpoint('before-index-step')
    const transaction = search.transaction(['segments', 'marks', 'counts'], 'readwrite', { durability: 'relaxed' })
    const counts = countsOf(await transaction.objectStore('counts').get('counts'))
    const generation = counts.generation + 1
    await Promise.all([
      transaction.objectStore('segments').put({ sessionId, ...segment }),
      transaction.objectStore('marks').put({ sessionId, ...next, generation }),
      transaction.objectStore('counts').put({ ...counts, generation }),
      transaction.done,
    ])
    if (__FAILPOINTS__) await failpoint('after-index-step')
    return isLast && pass.seq === head.seq ? 'current' : 'more'
  })
}

/** How long the thread is busy without a break, in ms. */
const STRETCH = 8

async function buildFrom(from: number, rows: readonly unknown[]): Promise<Segment> {
  const builder = startSegment(from)
  let since = performance.now()
  for (const row of rows) {
    const message = messageOrNull(row)
    if (message !== null) builder.add(message)
    if (performance.now() - since < STRETCH) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  return builder.end()
}

const startOf = (n: number): number => Math.floor(n / SEGMENT_ROWS) * SEGMENT_ROWS

/** Removes all words of a session from the index. Rejects with a DOMException. */
export function forgetSession(db: Database, search: SearchDatabase, sessionId: string): Promise<void> {
  return navigator.locks.request(lockOf(db), () => takeOut(search, sessionId))
}

async function takeOut(search: SearchDatabase, sessionId: string): Promise<void> {
  const transaction = search.transaction(['segments', 'marks', 'counts'], 'readwrite')
  const known = await transaction.objectStore('marks').getKey(sessionId)
  const segment = await transaction.objectStore('segments').getKey(wholeSession(sessionId))
  if (known === undefined && segment === undefined) return
  const counts = countsOf(await transaction.objectStore('counts').get('counts'))
  await Promise.all([
    transaction.objectStore('segments').delete(wholeSession(sessionId)),
    transaction.objectStore('marks').delete(sessionId),
    transaction
      .objectStore('counts')
      .put({ ...counts, generation: counts.generation + 1, removals: counts.removals + 1 }),
    transaction.done,
  ])
}

/** A damaged mark is rebuilt. */
const markOf = (row: unknown): Mark | null => Mark.safeParse(row).data ?? null
const countsOf = (row: unknown): Counts => Counts.safeParse(row).data ?? NO_COUNTS

/**
 * Sessions whose index is not complete: `behind`, the newest first; `gone`: deleted ones. Rejects with a DOMException.
 */
export async function findBehind(db: Database, search: SearchDatabase): Promise<{ behind: string[]; gone: string[] }> {
  const [heads, marks] = await Promise.all([db.getAll('sessions'), search.getAll('marks')])
  const known = new Map(marks.map((mark) => [mark.sessionId, markOf(mark)]))
  const kept = heads.filter(({ deletedAt }) => deletedAt === null)
  const ids = new Set(kept.map(({ sessionId }) => sessionId))
  const behind = kept
    .filter(({ sessionId, seq }) => {
      const mark = known.get(sessionId)
      return mark?.done?.seq !== seq || mark.pass !== null
    })
    .sort((a, b) => lastActive(b) - lastActive(a))
    .map(({ sessionId }) => sessionId)
  return { behind, gone: [...known.keys()].filter((id) => !ids.has(id)) }
}
