import '../../sessions/finding/found.css'
import type { Message } from '../../../agent/message.ts'
import { showWhole } from '../../base/state/long-words.ts'
import type { WantedPlace } from '../../base/state/wanted-place.ts'
import { bringTo } from '../../sessions/finding/bring-to.ts'
import { paint, rangesIn, scan } from '../../sessions/finding/found-text.ts'
import { openPlaces } from '../../sessions/finding/places.ts'
import { countShown, holderOf, rangesOfPart, type WantedPart, wantedPart } from '../../sessions/finding/wanted-part.ts'
import { callKey, lookAt, setFoldOpen } from '../tool-calls/folded-steps.ts'

/** Scrolls to a message, opens whatever hides the match in it, and marks it. */

type List = { scrollToIndex: (index: number, options: { align: 'center' }) => void }
type Where = { scroller: HTMLElement; list: List; row: () => Message | undefined }

/** Frames in a row without a move: the rows around it are then loaded and have their height. */
const STILL = 8
/** A move up to this distance counts as none, in px. */
const NEAR = 4
/** Longest wait for rows to load, in ms. */
const LONGEST = 8_000
/** Longest wait for a card with all of its content, in ms. */
const CARD = 3_000

/**
 * Scrolls to `place`. Rows above and below load and change their height, so it checks again, frame by frame, until
 * nothing moves, or the person scrolls the list.
 */
export async function reveal({ scroller, list, row }: Where, place: WantedPlace, signal: AbortSignal): Promise<void> {
  const { n, query, exact } = place
  const hand = new AbortController()
  for (const name of ['wheel', 'touchmove', 'pointerdown'] as const)
    scroller.addEventListener(name, () => hand.abort(), {
      passive: true,
      signal: AbortSignal.any([signal, hand.signal]),
    })
  signal.addEventListener(
    'abort',
    () => {
      paint('found-now', [])
      // the find bar clears the highlights of exact matches
      if (exact === null) paint('found', [])
    },
    { once: true },
  )
  const from = performance.now()
  let still = 0
  let article: HTMLElement | null = null
  let part: WantedPart | null = null
  let range: Range | undefined
  let top = 0
  /** The card is complete: before that the range may belong to another match. */
  let isWhole = false
  while (still < STILL && performance.now() < from + LONGEST && !signal.aborted && !hand.signal.aborted) {
    article = scroller.querySelector<HTMLElement>(`article[aria-posinset="${n + 1}"]`)
    const message = row()
    if (article === null || message === undefined) {
      list.scrollToIndex(n, { align: 'center' })
      still = 0
    } else if (article.hidden) {
      setFoldOpen(article.dataset['inside'] ?? '', true)
      still = 0
    } else {
      part ??= wantedPart(message, place)
      if (part !== null) open(article, message, part, place)
      // text is drawn again when it is coloured, or when it is complete
      if (!isWhole || range === undefined || !range.startContainer.isConnected || range.collapsed) {
        const ranges = part === null ? [] : rangesOfPart(article, part, place)
        isWhole = part === null || part.part.kind === 'said' || ranges.length >= part.count
        range = ranges[Math.min(part?.nth ?? 0, ranges.length - 1)]
      }
      const isThere = isWhole || performance.now() > from + CARD
      const shown = isThere ? range : undefined
      if (shown !== undefined) openAround(shown.startContainer)
      const found = shown ?? (part && holderOf(article, part)) ?? article
      paint('found-now', shown === undefined ? [] : [shown])
      const isSeen = bringTo(scroller, found)
      const before = top
      top = found.getBoundingClientRect().top
      still = isSeen && isThere && Math.abs(top - before) <= NEAR ? still + 1 : 0
    }
    await new Promise(requestAnimationFrame)
  }
  // a list that fits the view has not scrolled, so no other event reports this
  scroller.dispatchEvent(new Event('scroll'))
  hand.abort()
  const message = row()
  if (article === null || signal.aborted || message === undefined) return
  if (exact !== null) {
    const count = countShown(article, message, query)
    if (count !== null) exact.counted(count)
    return
  }
  paint(
    'found',
    openPlaces(article).flatMap((found) => rangesIn(scan(found), { query, exact: false })),
  )
  article.tabIndex = -1
  article.focus({ preventScroll: true })
  article.classList.add('found-message')
}

/**
 * Opens the card that holds the match. A card that is looked at is not folded away, so its fold opens too; a long
 * message is shown whole.
 */
function open(article: HTMLElement, message: Message, wanted: WantedPart, { sessionId }: WantedPlace): void {
  if (wanted.part.kind === 'said') {
    if (message.role === 'user') showWhole(message.id, true)
    return
  }
  if (wanted.part.kind === 'call') lookAt(callKey(sessionId, wanted.part.id), true)
  const card = holderOf(article, wanted)
  if (card !== null) openAround(card.querySelector('.tool-details > summary'))
}

function openAround(node: Node | null): void {
  const element = node instanceof Element ? node : node?.parentElement
  for (let around = element?.closest('details'); around; around = around.parentElement?.closest('details'))
    around.open = true
}
