import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'
import type { Results } from '../../protocol/from-worker.ts'
import { messageOf } from '../state/message-of.ts'
import { useSearch } from '../state/search.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { wantPlace } from '../state/wanted-place.ts'
import { said } from '../words/said.ts'
import { t } from '../words/t.ts'
import { firstWords } from './finding.ts'
import { firstSeen, paintAll } from './on-screen.ts'

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
  let asked = 0
  /** Matches to go on by when the place of the newest words is found: Enter is pressed before that. null: it is found. */
  let ahead: number | null = null

  const ask = async (moves: boolean): Promise<void> => {
    const mine = ++asked
    if (moves) ahead = 0
    setLooking(true)
    try {
      const result = await findIn(session().id, query())
      if (mine !== asked) return
      setProblem('')
      setFound(result)
      const steps = ahead
      ahead = null
      if (steps !== null) goTo(placeOf(result, firstSeen()) + steps)
      else setPlace(Math.min(place(), Math.max(0, total() - 1)))
    } catch (error) {
      if (mine !== asked) return
      ahead = null
      setProblem(messageOf(error))
    } finally {
      if (mine === asked) setLooking(false)
    }
  }
  const goTo = (to: number): void => {
    if (total() === 0) return wantPlace(null)
    const next = (to + total()) % total()
    setPlace(next)
    let before = 0
    const row = found().rows.find(({ count }) => {
      before += count
      return next < before
    })
    if (row === undefined) return
    const exact = { nth: next - (before - row.count) }
    wantPlace({ sessionId: session().id, n: row.n, query: query(), exact })
  }
  // pressed anew with other words selected
  createEffect(
    on(firstWords, (words) => {
      if (words !== '') setQuery(words)
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
  createEffect(() => {
    const words = query()
    onCleanup(paintAll(words))
  })
  onCleanup(() => {
    wantPlace(null)
    void end().catch((error: unknown) => console.error(error))
  })
  return {
    query,
    write: (words) => {
      setQuery(words)
      void ask(true)
    },
    step: (by) => {
      if (ahead === null) goTo(place() + by)
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

/** The first one at row `n` or below; else the last. */
function placeOf({ rows }: Found, n: number): number {
  let before = 0
  for (const row of rows) {
    if (row.n >= n) return before
    before += row.count
  }
  return Math.max(0, before - 1)
}
