import type { SEARCH_REQUESTS, SearchHit } from '../../protocol/search.ts'
import { excerptOf, markWords } from '../../search/excerpt.ts'
import { fold } from '../../search/fold.ts'
import { findSessions, type SessionHit } from '../../search/query.ts'
import { messageOrNull } from '../../storage/parse-rows.ts'
import type { Database } from '../../storage/schema.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { makeRowFinder, type RowFinder } from '../search/find-rows.ts'
import { searchRoomOf } from '../search/search-room.ts'

const MOST_SESSIONS = 40
/** The first sessions show all their good matches, the others only their best. */
const SHOWN_WHOLE = 10
/** Weight of the exact words in their order, compared with words anywhere in a message. */
const IN_ORDER = 4

const finders = new WeakMap<Database, RowFinder>()
function finderOf(db: Database): RowFinder {
  const finder = finders.get(db) ?? makeRowFinder(db)
  finders.set(db, finder)
  return finder
}

export const SEARCH_HANDLERS: HandlersOf<typeof SEARCH_REQUESTS> = {
  search: async ({ query, only }, { db }) => {
    const room = searchRoomOf(db)
    await room.catchUp()
    const { sessions } = await room.index()
    const wanted = only && new Set(only)
    const among = wanted ? new Map([...sessions].filter(([id]) => wanted.has(id))) : sessions
    const found = findSessions(among, query, { limit: MOST_SESSIONS, now: Date.now() })
    const shown = await Promise.all(
      found.map((hit, place) => show(db, hit, { place, query, ...sessions.get(hit.sessionId) })),
    )
    const hits = shown.flatMap((hit) => hit ?? []).sort((a, b) => b.score - a.score)
    return { hits: hits.map(({ hit }) => hit), behind: room.behind() }
  },
  'find-in-session': ({ sessionId, query }, { db }) => finderOf(db).find(sessionId, query),
  'end-search': async (_request, { db }) => {
    searchRoomOf(db).rest()
    finderOf(db).rest()
    return null
  },
}

type Found = { place: number; query: string; title?: string; timestamp?: number }

/** null: the session is deleted, or its index entry is out of date. */
async function show(
  db: Database,
  { sessionId, score, count, rows }: SessionHit,
  { place, query, title = '', timestamp = 0 }: Found,
): Promise<{ score: number; hit: SearchHit } | null> {
  const transaction = db.transaction(['sessions', 'messages'])
  const messages = transaction.objectStore('messages')
  const wanted = rows.slice(0, place < SHOWN_WHOLE ? rows.length : 1)
  const [head, ...stored] = await Promise.all([
    transaction.objectStore('sessions').get(sessionId),
    ...wanted.map(({ n }) => messages.get([sessionId, n])),
  ])
  if (head === undefined || head.deletedAt !== null) return null
  const words = fold(query.trim())
  let inOrder = fold(title).includes(words)
  const shown: SearchHit['rows'] = []
  for (const row of stored) {
    const message = messageOrNull(row)
    const excerpt = message === null ? null : excerptOf(message, query)
    if (message === null || excerpt === null) continue
    inOrder ||= fold(excerpt.map(({ text }) => text).join('')).includes(words)
    shown.push({ n: message.n, role: message.role, timestamp: message.timestamp, excerpt })
  }
  if (shown.length === 0 && rows.length > 0) return null
  const hit = { sessionId, title: markWords(title, query), timestamp, count, rows: shown }
  return { score: score + (inOrder ? IN_ORDER : 0), hit }
}
