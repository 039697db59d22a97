import { fold } from './fold.ts'
import { eachPlace, SEGMENT_ROWS, type Segment } from './segment.ts'
import { eachWord, termsOf } from './words.ts'

/**
 * The index of a session. `titleWords`: from `titleWordsOf`. `timestamp`: the last change of its conversation, in ms.
 */
export type IndexedSession = { title: string; titleWords: string; timestamp: number; segments: readonly Segment[] }

/** The words of a title, folded, with a space before and after each. */
export function titleWordsOf(title: string): string {
  let words = ' '
  eachWord(fold(title), (word) => {
    words += `${word} `
  })
  return words
}

/** `rows`: the best matches, best first; none: only the title matches. `count`: how many rows match. */
export type SessionHit = { sessionId: string; score: number; count: number; rows: { n: number; score: number }[] }

const MOST_ROWS = 3
const DAY = 86_400_000
/** The half-life, in days, of a session's bonus for being recent. */
const HALF_LIFE = 30

/**
 * The sessions that contain all words of the query, each as the beginning of a word: in one message, or in the title
 * and one message. Best first: the person's words before the model's, and those before texts of tools; whole words
 * before beginnings; titles first of all; of two equal matches the newer. At most `limit`; none for a query without a
 * word. `now` in ms.
 */
export function findSessions(
  sessions: ReadonlyMap<string, IndexedSession>,
  query: string,
  { limit, now }: { limit: number; now: number },
): SessionHit[] {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  const hits: SessionHit[] = []
  for (const [sessionId, session] of sessions) {
    const titled = terms.map((term) => inTitle(session.titleWords, term))
    const hit = findIn(session, terms, titled)
    const byTitle = titled.reduce((sum, worth) => sum + worth, 0)
    if (hit.count === 0 && titled.includes(0)) continue
    const age = Math.max(0, now - session.timestamp) / DAY
    const score = (hit.rows[0]?.score ?? 0) + 5 * byTitle + Math.log2(1 + hit.count) / 2 + 3 * 2 ** (-age / HALF_LIFE)
    keepBest(hits, { sessionId, score, ...hit }, limit, isBetterSession)
  }
  return hits
}

/** Equal matches keep the same order, in whatever order the index was built. */
const isBetterSession = (a: SessionHit, b: SessionHit): boolean =>
  a.score !== b.score ? a.score > b.score : a.sessionId < b.sessionId
const isBetterRow = (a: { score: number }, b: { score: number }): boolean => a.score >= b.score

/** 0: no match; 1: beginning of a word; 2: whole word. */
function inTitle(words: string, term: string): number {
  if (!words.includes(` ${term}`)) return 0
  return words.includes(` ${term} `) ? 2 : 1
}

/** The best value of each term in each row. Allocated once: its length is that of a segment times the terms. */
let worths = new Uint8Array(0)

function findIn(
  { segments }: IndexedSession,
  terms: readonly string[],
  titled: readonly number[],
): Pick<SessionHit, 'count' | 'rows'> {
  let count = 0
  const rows: { n: number; score: number }[] = []
  if (worths.length < SEGMENT_ROWS * terms.length) worths = new Uint8Array(SEGMENT_ROWS * terms.length)
  for (const segment of segments) {
    const last = markTerms(segment, terms, titled)
    for (let offset = 0; offset <= last; offset++) {
      const score = scoreOf(offset, terms.length, titled)
      if (score === 0) continue
      count++
      keepBest(rows, { n: segment.from + offset, score }, MOST_ROWS, isBetterRow)
    }
  }
  return { count, rows }
}

/** The last row that can contain all terms; -1: none. */
function markTerms(segment: Segment, terms: readonly string[], titled: readonly number[]): number {
  worths.fill(0, 0, SEGMENT_ROWS * terms.length)
  let last = -1
  let base = 0
  for (const [index, term] of terms.entries()) {
    let highest = -1
    eachPlace(segment, term, (offset, level, isWhole) => {
      if (offset > highest) highest = offset
      const worth = 1 + level + (isWhole ? 2 : 0)
      if (worth > (worths[base + offset] ?? 0)) worths[base + offset] = worth
    })
    if (highest < 0 && titled[index] === 0) return -1
    last = Math.max(last, highest)
    base += SEGMENT_ROWS
  }
  return last
}

/** 0: the row lacks a term that the title lacks, too. */
function scoreOf(offset: number, terms: number, titled: readonly number[]): number {
  let sum = 0
  for (let index = 0; index < terms; index++) {
    const worth = worths[index * SEGMENT_ROWS + offset] ?? 0
    if (worth === 0 && titled[index] === 0) return 0
    sum += worth
  }
  return sum
}

/** Inserts `one` into the list of the best, which holds at most `most`. */
function keepBest<One>(best: One[], one: One, most: number, isBetter: (a: One, b: One) => boolean): void {
  const last = best.at(-1)
  if (best.length >= most && last !== undefined && !isBetter(one, last)) return
  let place = best.length
  while (place > 0 && isBetter(one, best[place - 1] as One)) place--
  best.splice(place, 0, one)
  if (best.length > most) best.pop()
}
