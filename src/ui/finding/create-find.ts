import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'
import type { Results } from '../../protocol/from-worker.ts'
import { messageOf } from '../state/message-of.ts'
import { useSearch } from '../state/search.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { wantedPlace, wantPlace } from '../state/wanted-place.ts'
import { said } from '../words/said.ts'
import { t } from '../words/t.ts'
import { firstWords } from './finding.ts'
import { firstSeen, isSeen, startPainting } from './on-screen.ts'

type Found = Results['find-in-session']
const NOTHING: Found = { rows: [], isPart: false }
/** What is said while the person looks is counted after it has rested so long, in ms. */
const COUNT_AGAIN = 400

export type Find = {
  query: Accessor<string>
  /** Looks for other words, from where the person is. */
  write: (query: string) => void
  /** To the next match, or the one before. */
  step: (by: 1 | -1) => void
  total: Accessor<number>
  /** Where among how many the person is, or why that is not known; '' while nothing is looked for. */
  words: () => string
}

/** Matches in the open session: how many, and at which of them the person is. The session is led there, and all of them are painted. */
export function createFind(session: () => OpenSession): Find {
  const { findIn, end } = useSearch()
  const [query, setQuery] = createSignal(firstWords())
  const [found, setFound] = createSignal(NOTHING)
  const [place, setPlace] = createSignal(0)
  /** What stands in `found` is not what was asked for last. */
  const [looking, setLooking] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const total = createMemo(() => found().rows.reduce((sum, { count }) => sum + count, 0))
  /** The row that was gone to last. */
  let at: number | null = null
  /** Rows that say something else when they are shown than the worker told: what it told of each, and what is true. */
  let corrected = new Map<number, { told: number; count: number }>()
  let asked = 0
  /** Matches to go on by when the place of the newest words is found: Enter is pressed before that. null: it is found. */
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
  /** With each letter of a word it stays at the message that it is at, unless the person has left it; else it would wander up the page. */
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
  // pressed anew with other words selected
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
    // one without is a result of all sessions: it closed this one
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

/** What a row was told to have, as it was corrected. */
function withCounts(found: Found, corrected: ReadonlyMap<number, { told: number; count: number }>): Found {
  if (corrected.size === 0) return found
  const rows = found.rows.map((row) => {
    const known = corrected.get(row.n)
    return known?.told === row.count ? { n: row.n, count: known.count } : row
  })
  return { ...found, rows: rows.filter(({ count }) => count > 0) }
}

/** The first one at row `n` or below; else the last. */
function placeOf({ rows }: Found, n: number): number {
  let before = 0
  for (const row of rows) {
    if (row.n >= n) return before
    before += row.count
  }
  return Math.max(0, before - 1)
}
