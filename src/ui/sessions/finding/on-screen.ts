import { paint, rangesIn, type Scan, scan } from './found-text.ts'
import { openPlaces, placeAround } from './places.ts'

/** The part of the conversation that is on the page. */

const log = (): HTMLElement | null => document.querySelector<HTMLElement>('[role="log"]')

/** The `n` of the first visible message. */
export function firstSeen(): number {
  const view = log()
  if (view === null) return 0
  const top = view.getBoundingClientRect().top
  const seen = [...view.querySelectorAll('article')].find((article) => article.getBoundingClientRect().bottom > top)
  return Number(seen?.getAttribute('aria-posinset') ?? 1) - 1
}

/** Whether a part of message `n` is visible. */
export function isSeen(n: number): boolean {
  const view = log()
  const article = view?.querySelector(`article[aria-posinset="${n + 1}"]`)
  if (!view || !article) return false
  const [around, place] = [view.getBoundingClientRect(), article.getBoundingClientRect()]
  return place.bottom > around.top && place.top < around.bottom
}

/** Shortest interval between two scans of the page, in ms. */
const EVERY = 120
/**
 * Most places highlighted at once: for a single letter, a long answer has more than anybody looks at, and each costs
 * time.
 */
const MOST = 4_000

export type Painting = { write: (query: string) => void; end: () => void }

/**
 * Highlights every match on the page that is not folded, also in content that arrives later. A text is scanned again
 * when it has changed, not with each key.
 */
export function startPainting(): Painting {
  let query = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let scans = new WeakMap<Element, Scan>()
  const scanned = (place: Element): Scan => {
    const found = scans.get(place) ?? scan(place)
    scans.set(place, found)
    return found
  }
  const look = (): void => {
    clearTimeout(timer)
    timer = undefined
    const found: Range[] = []
    if (query.trim() !== '')
      for (const article of log()?.querySelectorAll('article') ?? [])
        for (const place of openPlaces(article)) {
          if (found.length >= MOST) break
          for (const range of rangesIn(scanned(place), { query, exact: true })) found.push(range)
        }
    paint('found', found)
  }
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const place = placeAround(target)
      if (place !== null) scans.delete(place)
    }
    timer ??= setTimeout(look, EVERY)
  })
  const view = document.querySelector('.session-page')
  if (view !== null)
    changes.observe(view, { childList: true, subtree: true, characterData: true, attributeFilter: ['open'] })
  return {
    write: (words) => {
      query = words
      look()
    },
    end: () => {
      clearTimeout(timer)
      changes.disconnect()
      scans = new WeakMap()
      paint('found', [])
      paint('found-now', [])
    },
  }
}
