import { createSignal, onCleanup } from 'solid-js'

/**
 * Keeps a growing list at its end unless the person scrolled up. The list also moves the view while it measures its
 * rows, and on a busy machine the scroll event arrives long after such a move. So frames, not a clock, tell the two
 * apart: a move away from the end counts if a hand is on the list (wheel, touch, key, scrollbar), or if nothing changed
 * its size in the last two frames (find in page, a screen reader).
 */
export type Stick = {
  /** Also true if the whole list fits into the view. */
  atEnd: () => boolean
  jump: () => void
  /** The person jumps elsewhere: the list does not stay at its end. */
  leave: () => void
  /** Must be called first: listens for input on the scrolled element, and for the size of it and of its content. */
  watch: (element: HTMLElement) => void
}

const NEAR = 48
/** How long after the last input a move still counts as the person's (a wheel keeps rolling), in ms. */
const HAND = 600
/** How long an opened element may keep growing, in ms. */
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
  /**
   * The size has changed in the last two frames: a move by the list itself is reported at the start of the frame after
   * it.
   */
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
    // keep a pressed element in place, so that the content it opens can be seen
    if (performance.now() - openedAt > OPENING) pin()
    else if (distance() > NEAR) setAtEnd(false)
  }
  const pin = (): void => {
    if (distance() <= 1) return
    scroller.scrollTop = scroller.scrollHeight
    // the scroll event comes a frame later: the person's first move may come before it
    last = scroller.scrollTop
  }
  const byHand = (): boolean => holding || performance.now() - handAt < HAND
  const movedUp = (): boolean => scroller.scrollTop < last - 2
  const resized = (): void => {
    unsettle()
    // the person's move in this frame has not been reported by an event yet
    if (byHand() && movedUp() && distance() > NEAR) setAtEnd(false)
    if (atEnd()) follow()
    else look()
  }
  const viewport = new ResizeObserver(resized)
  // The list writes its height into its style. A ResizeObserver would report it too late: it does not look up the tree
  // within a frame.
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
      // no event reports the release of a scrollbar: the next move without a pressed button is the first sign
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
      // not the list's own scrollToIndex: it keeps correcting for a while, even against the person's scrolling
      pin()
    },
  }
}
