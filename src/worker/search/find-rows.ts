import { fold } from '../../search/fold.ts'
import { changeableFrom } from '../../search/mark.ts'
import { countIn, foldedRow } from '../../search/occurrences.ts'
import { parseHead } from '../../storage/parse-rows.ts'
import { readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { refused } from '../refused.ts'

/** Finds exact words in one session: its texts are read once and kept, folded, while a person types. */

type FoundRows = { rows: { n: number; count: number }[]; isPart: boolean }

type Kept = { sessionId: string; seq: number; from: number; texts: string[]; length: number }
/**
 * The latest result. A row without a text can’t contain a longer text that includes it: each further letter is searched
 * in few rows.
 */
type Last = { kept: Kept; needle: string; rows: FoundRows['rows'] }

const PAGE = 300
/** Most characters in memory. */
const MOST = 64_000_000
const MOST_ROWS = 20_000
/** In ms without a search. */
const REST = 60_000

export type RowFinder = { find: (sessionId: string, query: string) => Promise<FoundRows>; rest: () => void }

export function makeRowFinder(db: Database): RowFinder {
  let kept: Kept | null = null
  let known: Last | null = null
  let last: Promise<unknown> = Promise.resolve()
  let resting: ReturnType<typeof setTimeout> | undefined

  const bringUp = async (sessionId: string): Promise<Kept> => {
    const row = await db.get('sessions', sessionId)
    if (row === undefined) throw refused('session-gone')
    const head = parseHead(row)
    if (kept?.sessionId === sessionId && kept.seq === head.seq) return kept
    const before = kept?.sessionId === sessionId ? kept : null
    const texts = before?.texts.slice(0, before.from) ?? []
    let length = texts.reduce((sum, text) => sum + text.length, 0)
    while (texts.length < head.count && length < MOST) {
      const from = texts.length
      const to = Math.min(head.count, from + PAGE)
      const page = await readRows(db, sessionId, from, to)
      if (page === null) throw refused('session-gone')
      for (let n = from; n < to; n++) texts.push('')
      for (const message of page.messages) {
        const text = foldedRow(message)
        texts[message.n] = text
        length += text.length
      }
    }
    known = null
    kept = { sessionId, seq: head.seq, from: Math.min(changeableFrom(head), texts.length), texts, length: head.count }
    return kept
  }
  const look = async (sessionId: string, query: string): Promise<FoundRows> => {
    clearTimeout(resting)
    resting = setTimeout(rest, REST)
    const needle = fold(query.trim())
    if (needle === '') return { rows: [], isPart: false }
    const now = await bringUp(sessionId)
    const { texts, length } = now
    const rows: FoundRows['rows'] = []
    const among = known?.kept === now && needle.includes(known.needle) ? known.rows.map(({ n }) => n) : texts.keys()
    let isCut = false
    for (const n of among) {
      const count = countIn(texts[n] ?? '', needle)
      if (count === 0) continue
      isCut = rows.length >= MOST_ROWS
      if (isCut) break
      rows.push({ n, count })
    }
    known = isCut ? null : { kept: now, needle, rows }
    return { rows, isPart: texts.length < length || isCut }
  }
  const rest = (): void => {
    clearTimeout(resting)
    kept = null
    known = null
  }
  return {
    // one after the other: each uses what the previous one has read
    find: (sessionId, query) => {
      const found = last.then(() => look(sessionId, query))
      last = found.catch(() => undefined)
      return found
    },
    rest,
  }
}
