import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'
import type { Results } from '../../../protocol/requests.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useSearch } from '../../base/state/search.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { wantedPlace, wantPlace } from '../../base/state/wanted-place.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { firstWords } from './finding.ts'
import { firstSeen, isSeen, startPainting } from './on-screen.ts'

type Found = Results['find-in-session']
const NOTHING: Found = { rows: [], isPart: false }
/** Pause in new messages after which matches are counted again, in ms. */
const COUNT_AGAIN = 400

export type Find = {
  query: Accessor<string>
  /** Searches for other words, from where the person is. */
  write: (query: string) => void
  /** Steps to the next match, or the previous one. */
  step: (by: 1 | -1) => void
  total: Accessor<number>
  /** Position among all matches, or why it is not known; '' while nothing is searched. */
  words: () => string
}

/**
 * Matches in the open session: their number, and the current one. Scrolls the session to it, and highlights all
 * matches.
 */
export function createFind(session: () => OpenSession): Find {
  const { findIn, end } = useSearch()
  const [query, setQuery] = createSignal(firstWords())
  const [found, setFound] = createSignal(NOTHING)
  const [place, setPlace] = createSignal(0)
  /** `found` is not the result of the latest search. */
  const [looking, setLooking] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const total = createMemo(() => found().rows.reduce((sum, { count }) => sum + count, 0))
  /** Row of the current match. */
  let at: number | null = null
  /** Rows whose count on the page differs from the worker's: the worker's count (`told`), and the true one. */
  let corrected = new Map<number, { told: number; count: number }>()
  let asked = 0
  /** Steps to take once the newest search is done: Enter may be pressed before that. null: it is done. */
  let ahead: number | null = null

  const ask = async (moves: boolean): Promise<void> => {
    const mine = ++asked
    if (moves) ahead = 0
    setLooking(true)
    try {
      const result = withCounts(await findIn(session().id, query()), corrected)
      if (mine !== asked) return
      setProblem('')
      setFound(result)
      const steps = ahead
      ahead = null
      if (steps !== null) goTo(placeOf(result, startRow()) + steps, steps < 0 ? -1 : 1)
      else setPlace(Math.min(place(), Math.max(0, total() - 1)))
    } catch (error) {
      if (mine !== asked) return
      ahead = null
      setProblem(messageOf(error))
    } finally {
      if (mine === asked) setLooking(false)
    }
  }
  /**
   * While typing, stays at the current message unless the person has left it; else each letter would move up the page.
   */
  const startRow = (): number => (at !== null && isSeen(at) ? at : firstSeen())
  const goTo = (to: number, by: 1 | -1): void => {
    if (total() === 0) return wantPlace(null)
    const next = (to + total()) % total()
    setPlace(next)
    let before = 0
    const row = found().rows.find(({ count }) => {
      before += count
      return next < before
    })
    if (row === undefined) return
    before -= row.count
    at = row.n
    const mine = asked
    const counted = (count: number): void => {
      if (mine !== asked || count === row.count || place() !== next) return
      corrected.set(row.n, { told: corrected.get(row.n)?.told ?? row.count, count })
      setFound(withCounts(found(), new Map([[row.n, { told: row.count, count }]])))
      if (count > 0) setPlace(Math.min(next, before + count - 1))
      else goTo(by > 0 ? before : before - 1, by)
    }
    wantPlace({ sessionId: session().id, n: row.n, query: query(), exact: { nth: next - before, counted } })
  }
  // the shortcut was pressed again with other words selected
  createEffect(
    on(firstWords, (words) => {
      if (words !== '') {
        corrected = new Map()
        setQuery(words)
      }
      if (query() !== '') void ask(true)
    }),
  )
  createEffect(
    on(
      () => session().view?.head.seq,
      () => {
        const timer = setTimeout(() => query() !== '' && void ask(false), COUNT_AGAIN)
        onCleanup(() => clearTimeout(timer))
      },
      { defer: true },
    ),
  )
  const painting = startPainting()
  createEffect(() => painting.write(query()))
  onCleanup(() => {
    painting.end()
    // a place without `exact` is a result of the search in all sessions, which has closed this bar
    if (wantedPlace()?.exact) wantPlace(null)
    void end().catch((error: unknown) => console.error(error))
  })
  return {
    query,
    write: (words) => {
      corrected = new Map()
      setQuery(words)
      void ask(true)
    },
    step: (by) => {
      if (ahead === null) goTo(place() + by, by)
      else ahead += by
    },
    total,
    words: () => {
      if (problem() !== '') return said(problem())
      if (query().trim() === '') return ''
      return total() === 0
        ? t(looking() ? 'Searching…' : 'Not found')
        : t('{n} of {all}', { n: place() + 1, all: `${total()}${found().isPart ? '+' : ''}` })
    },
  }
}

/** Replaces the worker's count of a row by its corrected count. */
function withCounts(found: Found, corrected: ReadonlyMap<number, { told: number; count: number }>): Found {
  if (corrected.size === 0) return found
  const rows = found.rows.map((row) => {
    const known = corrected.get(row.n)
    return known?.told === row.count ? { n: row.n, count: known.count } : row
  })
  return { ...found, rows: rows.filter(({ count }) => count > 0) }
}

/** First match at row `n` or below; else the last match. */
function placeOf({ rows }: Found, n: number): number {
  let before = 0
  for (const row of rows) {
    if (row.n >= n) return before
    before += row.count
  }
  return Math.max(0, before - 1)
}
