import { createSignal, onCleanup } from 'solid-js'

/**
 * Keeps a growing list at its end unless the person scrolled up. The list itself moves the view while it measures its rows, and on a busy
 * machine the page hears of such a move long after it happened. So frames, not a clock, tell the two apart: a move away from the end counts when a
 * hand is on the list (wheel, touch, key, scrollbar), or when nothing changed its size in the last two frames (a search of the browser, a
 * screen reader).
 */
export type Stick = {
  /** Also where all of it is in view. */
  atEnd: () => boolean
  jump: () => void
  /** The person goes to another place: the list does not stay at its end. */
  leave: () => void
  /** Comes first: listens for the hand on the scrolled element, and for its size and that of what stands in it. */
  watch: (element: HTMLElement) => void
}

const NEAR = 48
/** How long after the last sign of a hand a move is still its own (a wheel rolls on), in milliseconds. */
const HAND = 600
/** What a person opens grows for so long, in milliseconds. */
const OPENING = 1000

export function createStick(): Stick {
  const [atEnd, setAtEnd] = createSignal(true)
  const [fits, setFits] = createSignal(false)
  let scroller!: HTMLElement
  let last = 0
  let handAt = Number.NEGATIVE_INFINITY
  let holding = false
  let openedAt = Number.NEGATIVE_INFINITY
  let frame = 0
  /** The size has changed in one of the last two frames: a move of the list itself is told at the start of the frame after it. */
  let unsettled = false
  const unsettle = (): void => {
    unsettled = true
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        unsettled = false
        look()
      })
    })
  }
  const reached = (): void => {
    setAtEnd(true)
    setFits(false)
  }
  const look = (): void => {
    if (!atEnd()) setFits(scroller.scrollHeight <= scroller.clientHeight)
  }
  const distance = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
  const follow = (): void => {
    // a list that became smaller has moved the view by itself
    if (distance() <= 1) last = scroller.scrollTop
    // what was pressed to see what is behind it stays where it is
    if (performance.now() - openedAt > OPENING) pin()
    else if (distance() > NEAR) setAtEnd(false)
  }
  const pin = (): void => {
    if (distance() <= 1) return
    scroller.scrollTop = scroller.scrollHeight
    // its event comes a frame later: the person's first move may come before
    last = scroller.scrollTop
  }
  const byHand = (): boolean => holding || performance.now() - handAt < HAND
  const movedUp = (): boolean => scroller.scrollTop < last - 2
  const resized = (): void => {
    unsettle()
    // the hand's move in this frame has not been told by an event yet
    if (byHand() && movedUp() && distance() > NEAR) setAtEnd(false)
    if (atEnd()) follow()
    else look()
  }
  const viewport = new ResizeObserver(resized)
  // The list writes its height into its style. A ResizeObserver would hear of it too late: it does not look up the tree within a frame.
  const parts = new MutationObserver((changes) => {
    if (changes.some(({ type }) => type === 'childList')) watchParts()
    resized()
  })
  const watchParts = (): void => {
    for (const part of scroller.children) parts.observe(part, { attributeFilter: ['style'] })
  }
  const onScroll = (): void => {
    const up = movedUp()
    last = scroller.scrollTop
    if (distance() <= NEAR) reached()
    else if (up && (byHand() || !unsettled)) setAtEnd(false)
    else if (atEnd()) follow()
  }
  const onClick = ({ target }: Event): void => {
    if ((target as Element).closest('summary, [aria-expanded]')) openedAt = performance.now()
  }
  return {
    atEnd: () => atEnd() || fits(),
    watch: (element) => {
      scroller = element
      const hand = (): void => {
        handAt = performance.now()
      }
      const hold = (): void => {
        hand()
        holding = true
      }
      const release = ({ type, buttons }: PointerEvent): void => {
        if (type !== 'pointermove' || buttons === 0) holding = false
      }
      const ended = new AbortController()
      const options = { passive: true, signal: ended.signal }
      element.addEventListener('scroll', onScroll, options)
      element.addEventListener('click', onClick, options)
      for (const name of ['wheel', 'touchmove', 'keydown'] as const) element.addEventListener(name, hand, options)
      element.addEventListener('pointerdown', hold, options)
      // letting go of a scrollbar is told by no event: the next move without a button is the first to say it
      for (const name of ['pointerup', 'pointercancel', 'pointermove'] as const)
        window.addEventListener(name, release, options)
      viewport.observe(element)
      watchParts()
      parts.observe(element, { childList: true })
      onCleanup(() => {
        cancelAnimationFrame(frame)
        viewport.disconnect()
        parts.disconnect()
        ended.abort()
      })
    },
    leave: () => {
      setAtEnd(false)
      unsettle()
    },
    jump: () => {
      reached()
      openedAt = Number.NEGATIVE_INFINITY
      unsettle()
      // not the list's own scrollToIndex: it goes on correcting for a while, also against the person's hand
      pin()
    },
  }
}
