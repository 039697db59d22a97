import './find-bar.css'
import './found.css'
import ChevronDown from 'lucide-solid/icons/chevron-down'
import ChevronUp from 'lucide-solid/icons/chevron-up'
import Library from 'lucide-solid/icons/library'
import X from 'lucide-solid/icons/x'
import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, onMount } from 'solid-js'
import type { Results } from '../../protocol/from-worker.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { useApp } from '../state/app-context.ts'
import { messageOf } from '../state/message-of.ts'
import { useSearch } from '../state/search.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { wantPlace } from '../state/wanted-place.ts'
import { FIND_BAR, firstWords, stopFinding, wantSearch } from './finding.ts'
import { firstSeen, paintAll } from './on-screen.ts'

type Found = Results['find-in-session']
const NOTHING: Found = { rows: [], isPart: false }
/** What is said while the person looks is counted after it has rested so long, in ms. */
const COUNT_AGAIN = 400

/** Looks for the very letters in what was said in the open session, and goes from one to the next. */
export default function FindBar(props: { session: OpenSession }): JSX.Element {
  const { findIn, end } = useSearch()
  const { openDialog } = useApp()
  const [query, setQuery] = createSignal(firstWords())
  const [found, setFound] = createSignal(NOTHING)
  const [place, setPlace] = createSignal(0)
  const [problem, setProblem] = createSignal('')
  const total = createMemo(() => found().rows.reduce((sum, { count }) => sum + count, 0))
  let box: HTMLInputElement | undefined
  let asked = 0
  /** Matches to go on by when the place of the newest words is found: Enter is pressed before that. null: it is found. */
  let ahead: number | null = null

  const ask = async (moves: boolean): Promise<void> => {
    const mine = ++asked
    if (moves) ahead = 0
    try {
      const result = await findIn(props.session.id, query())
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
    }
  }
  const step = (by: 1 | -1): void => {
    if (ahead === null) goTo(place() + by)
    else ahead += by
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
    wantPlace({ sessionId: props.session.id, n: row.n, query: query(), exact })
  }
  const close = (): void => {
    stopFinding()
    document.querySelector<HTMLElement>('[aria-label="Message"]')?.focus({ preventScroll: true })
  }
  const searchAll = (): void => {
    const asked = query()
    stopFinding()
    wantSearch(asked)
    openDialog('search')
  }
  // pressed anew with other words selected
  createEffect(
    on(firstWords, (words) => {
      if (words !== '') setQuery(words)
      box?.focus()
      box?.select()
      if (query() !== '') void ask(true)
    }),
  )
  createEffect(
    on(
      () => props.session.view?.head.seq,
      () => {
        const timer = setTimeout(() => query() !== '' && void ask(false), COUNT_AGAIN)
        onCleanup(() => clearTimeout(timer))
      },
      { defer: true },
    ),
  )
  onMount(() => {
    box?.focus()
    box?.select()
  })
  createEffect(() => {
    const words = query()
    onCleanup(paintAll(words))
  })
  onCleanup(() => {
    wantPlace(null)
    void end().catch((error: unknown) => console.error(error))
  })
  const words = (): string => {
    if (problem() !== '') return problem()
    if (query().trim() === '') return ''
    return total() === 0 ? 'Not found' : `${place() + 1} of ${total()}${found().isPart ? '+' : ''}`
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element `search` is not known to every screen reader yet
    <div
      role="search"
      class={FIND_BAR}
      aria-label="Find in this session"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return
        event.preventDefault()
        close()
      }}
    >
      <div class="find-box">
        <input
          ref={box}
          type="search"
          class="input"
          aria-label="Find in this session"
          placeholder="Find in this session"
          autocomplete="off"
          spellcheck={false}
          maxlength="400"
          value={query()}
          onInput={(event) => {
            setQuery(event.currentTarget.value)
            void ask(true)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          }}
        />
        <p class="find-count" role="status" aria-label="Found">
          {words()}
        </p>
      </div>
      <IconButton label="Previous match" disabled={total() === 0} onClick={() => step(-1)}>
        <ChevronUp size={18} />
      </IconButton>
      <IconButton label="Next match" disabled={total() === 0} onClick={() => step(1)}>
        <ChevronDown size={18} />
      </IconButton>
      <IconButton label="All sessions" disabled={query().trim() === ''} onClick={searchAll}>
        <Library size={18} />
      </IconButton>
      <IconButton label="Close" onClick={close}>
        <X size={18} />
      </IconButton>
    </div>
  )
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
