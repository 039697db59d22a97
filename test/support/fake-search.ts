import type { Head } from '../../src/agent/head.ts'
import { lastActive } from '../../src/agent/head.ts'
import type { Message } from '../../src/agent/message.ts'
import type { Results } from '../../src/protocol/requests.ts'
import { excerptOf, markWords } from '../../src/search/excerpt.ts'
import { fold } from '../../src/search/fold.ts'
import { countIn, foldedRow } from '../../src/search/occurrences.ts'
import { findSessions, type IndexedSession, titleWordsOf } from '../../src/search/query.ts'
import { startSegment } from '../../src/search/segment.ts'

/** Search over the fake worker's sessions: uses the real index, without a disk. */

type Sessions = ReadonlyMap<string, { head: Head; messages: Message[] }>

export function fakeSearch(sessions: Sessions, query: string, only?: readonly string[]): Results['search'] {
  const index = new Map<string, IndexedSession>()
  for (const [id, { head, messages }] of sessions) {
    if (head.deletedAt !== null || only?.includes(id) === false) continue
    const segment = startSegment(0)
    for (const message of messages) segment.add(message)
    const title = head.title ?? ''
    const words = { title, titleWords: titleWordsOf(title) }
    index.set(id, { ...words, timestamp: lastActive(head), segments: [segment.end()] })
  }
  const hits = findSessions(index, query, { limit: 40, now: Date.now() }).map(({ sessionId, count, rows }) => ({
    sessionId,
    title: markWords(index.get(sessionId)?.title ?? '', query),
    timestamp: index.get(sessionId)?.timestamp ?? 0,
    count,
    rows: rows.flatMap(({ n }) => {
      const row = sessions.get(sessionId)?.messages.find((message) => message.n === n)
      const excerpt = row === undefined ? null : excerptOf(row, query)
      return row === undefined || excerpt === null ? [] : [{ n, role: row.role, timestamp: row.timestamp, excerpt }]
    }),
  }))
  return { hits, behind: 0 }
}

export function fakeFind(
  sessions: Sessions,
  { sessionId, query }: { sessionId: string; query: string },
): Results['find-in-session'] {
  const needle = fold(query.trim())
  const rows = (sessions.get(sessionId)?.messages ?? [])
    .map((message) => ({ n: message.n, count: countIn(foldedRow(message), needle) }))
    .filter(({ count }) => count > 0)
  return { rows, isPart: false }
}
