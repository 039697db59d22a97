import type { VirtualizerHandle } from 'virtua/solid'
import { exceptPrivate } from '../../base/kit/private-storage.ts'
import type { App } from '../../base/state/app-context.ts'

const storage = exceptPrivate(sessionStorage)

/** The row at the top of the view, and how far its top edge is from that of the view, in px. */
export type ReadingPlace = { n: number; top: number }

/** Frames in a row without a move: the rows are then loaded and have their height. */
const STILL = 8
/** Longest wait for rows to load, in ms. */
const LONGEST = 8_000

const keyOf = (sessionId: string): string => `reflexor:place:${sessionId}`

/** Notes for this tab where the person reads; null: at the end, where a session opens anyway. */
export function notePlace(sessionId: string, place: ReadingPlace | null): void {
  try {
    if (place === null) storage.removeItem(keyOf(sessionId))
    else storage.setItem(keyOf(sessionId), JSON.stringify(place))
  } catch {
    // storage is blocked or full: a reload opens the session at its end
  }
}

const opened = new WeakSet<App['state']>()

/** The place noted before a reload. Only the first session that the page opens asks for it; null: none. */
export function takeNotedPlace(state: App['state'], sessionId: string): ReadingPlace | null {
  if (opened.has(state)) return null
  opened.add(state)
  try {
    const noted: unknown = JSON.parse(storage.getItem(keyOf(sessionId)) ?? 'null')
    if (typeof noted !== 'object' || noted === null) return null
    const { n, top } = noted as Partial<ReadingPlace>
    return Number.isSafeInteger(n) && Number.isFinite(top) ? { n: n as number, top: top as number } : null
  } catch {
    return null
  }
}

const articles = (scroller: HTMLElement): HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>('article[aria-posinset]'),
]

/** The place that the person reads now; null: nothing is shown. */
export function placeNow(scroller: HTMLElement): ReadingPlace | null {
  const edge = scroller.getBoundingClientRect().top
  const first = articles(scroller).find((article) => article.getBoundingClientRect().bottom > edge + 1)
  return first === undefined
    ? null
    : { n: Number(first.ariaPosInSet) - 1, top: Math.round(first.getBoundingClientRect().top - edge) }
}

/** Goes to a noted place, again and again while rows load and change their height, until the person scrolls. */
export async function goToPlace(
  scroller: HTMLElement,
  list: VirtualizerHandle,
  { n, top }: ReadingPlace,
  signal: AbortSignal,
): Promise<void> {
  const hand = new AbortController()
  for (const name of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
    scroller.addEventListener(name, () => hand.abort(), { passive: true, once: true, signal: hand.signal })
  const until = performance.now() + LONGEST
  for (let still = 0; still < STILL && performance.now() < until && !signal.aborted && !hand.signal.aborted; ) {
    const row = scroller.querySelector(`article[aria-posinset="${n + 1}"]`)
    if (row === null) {
      still = 0
      list.scrollToIndex(n, { align: 'start' })
    } else {
      const before = scroller.scrollTop
      const off = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - top
      if (Math.abs(off) > 1) scroller.scrollTop += off
      still = Math.abs(scroller.scrollTop - before) > 1 ? 0 : still + 1
    }
    await new Promise(requestAnimationFrame)
  }
  hand.abort()
}
