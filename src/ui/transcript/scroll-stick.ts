import { createSignal, onCleanup } from 'solid-js'

/**
 * Keeps a growing list at its end unless the person scrolled up. The list itself moves the view while it measures its rows, so a move
 * away from the end counts only when a hand caused it (wheel, touch, key, scrollbar) or when nothing has changed its size lately.
 */
export type Stick = {
  atEnd: () => boolean
  /** Call after anything changed its size. */
  onResize: () => void
  jump: () => void
  /** Listens for the hand on the scrolled element. */
  watch: (element: HTMLElement) => void
}

const NEAR = 48
/** Milliseconds. */
const HAND = 600
const QUIET = 250

export function createStick(): Stick {
  const [atEnd, setAtEnd] = createSignal(true)
  let scroller: HTMLElement | null = null
  let last = 0
  let handAt = Number.NEGATIVE_INFINITY
  let resizedAt = Number.NEGATIVE_INFINITY
  const distance = (): number => (scroller ? scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight : 0)
  const pin = (): void => {
    if (scroller && distance() > 1) scroller.scrollTop = scroller.scrollHeight
  }
  const keep = (): void => {
    if (atEnd()) pin()
  }
  const viewport = new ResizeObserver(keep)
  const meant = (now: number): boolean => now - handAt < HAND || now - resizedAt > QUIET
  const onScroll = (): void => {
    const offset = scroller?.scrollTop ?? 0
    if (distance() <= NEAR) setAtEnd(true)
    else if (offset < last - 2 && meant(performance.now())) setAtEnd(false)
    last = offset
  }
  return {
    atEnd,
    watch: (element) => {
      scroller = element
      const hand = (): void => {
        handAt = performance.now()
      }
      const events = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
      element.addEventListener('scroll', onScroll, { passive: true })
      for (const name of events) element.addEventListener(name, hand, { passive: true })
      viewport.observe(element)
      onCleanup(() => {
        viewport.disconnect()
        element.removeEventListener('scroll', onScroll)
        for (const name of events) element.removeEventListener(name, hand)
      })
    },
    onResize: () => {
      resizedAt = performance.now()
      // once the list has put its new height into the page, still before it is painted
      queueMicrotask(keep)
    },
    jump: () => {
      setAtEnd(true)
      resizedAt = performance.now()
      // not the list's own scrollToIndex: it goes on correcting for a while, also against the person's hand
      pin()
    },
  }
}
