import './found.css'
import type { WantedPlace } from '../state/wanted-place.ts'
import { setFoldOpen } from '../tool-calls/folded-steps.ts'
import { paint, rangesIn } from './found-text.ts'

/** Brings a message into view and marks what was looked for in it. */

type List = { scrollToIndex: (index: number, options: { align: 'center' }) => void }

/** So many frames in a row without a move: rows around it have come and have their height. */
const STILL = 8
/** Rows that are asked for come within this, or not at all; in ms. */
const LONGEST = 8_000
const NEAR = 4

/** Rows on the way load and change their height, so it looks again, frame by frame, until all is still, or a hand moves the list. */
export async function reveal(
  { scroller, list }: { scroller: HTMLElement; list: List },
  { n, query, exact }: WantedPlace,
  signal: AbortSignal,
): Promise<void> {
  const hand = new AbortController()
  for (const name of ['wheel', 'touchmove', 'pointerdown'] as const)
    scroller.addEventListener(name, () => hand.abort(), {
      passive: true,
      signal: AbortSignal.any([signal, hand.signal]),
    })
  // of exact ones the bar takes care
  if (exact === null) signal.addEventListener('abort', clear, { once: true })
  const until = performance.now() + LONGEST
  let still = 0
  let article: HTMLElement | null = null
  while (still < STILL && performance.now() < until && !signal.aborted && !hand.signal.aborted) {
    article = scroller.querySelector<HTMLElement>(`article[aria-posinset="${n + 1}"]`)
    if (article === null) {
      list.scrollToIndex(n, { align: 'center' })
      still = 0
    } else if (article.hidden) {
      setFoldOpen(article.dataset['inside'] ?? '', true)
      still = 0
    } else {
      const ranges = rangesIn(article, { query, exact: exact !== null })
      const range = ranges[Math.min(exact?.nth ?? 0, ranges.length - 1)]
      if (exact === null) paint('found', ranges)
      paint('found-now', range === undefined ? [] : [range])
      still = bringTo(scroller, range ?? article) ? still + 1 : 0
    }
    await new Promise(requestAnimationFrame)
  }
  // a list that is in view as a whole has not moved, and says so by nothing else
  scroller.dispatchEvent(new Event('scroll'))
  hand.abort()
  if (article === null || signal.aborted || exact !== null) return
  article.tabIndex = -1
  article.focus({ preventScroll: true })
  article.classList.add('found-message')
}

function clear(): void {
  paint('found', [])
  paint('found-now', [])
}

/** Whether it stands where it should already: in the upper half of what is seen, as far as the list goes. */
function bringTo(scroller: HTMLElement, place: Range | HTMLElement): boolean {
  const view = scroller.getBoundingClientRect()
  const distance = place.getBoundingClientRect().top - view.top - view.height / 3
  if (Math.abs(distance) <= NEAR) return true
  const before = scroller.scrollTop
  scroller.scrollTop += distance
  return Math.abs(scroller.scrollTop - before) < 1
}
