import { type Accessor, createComputed, on, onCleanup } from 'solid-js'

/** What a person reads line by line. */
const BLOCKS = 'article :is(p, li, pre, tr, h1, h2, h3, h4, h5, h6, summary)'
/** The list measures its rows anew and moves the view for so long, in milliseconds: when it rests, once more. */
const SETTLING = 800

/**
 * What stands at the top of the view stays there while `width` changes: of a panel that comes beside the conversation its lines break elsewhere, and the
 * browser keeps no more than the pixels. Contract: `width` changes before the page does, or, with the window's own size, right after it. `atEnd`: who
 * is at the end stays there; it is not measured, since the lines may have been broken anew already.
 */
export function holdPlace(log: HTMLElement, width: Accessor<unknown>, atEnd: Accessor<boolean>): void {
  let frame = 0
  let hand = new AbortController()
  const end = (): void => {
    cancelAnimationFrame(frame)
    hand.abort()
  }
  const hold = (): void => {
    end()
    if (atEnd()) return
    const { top } = log.getBoundingClientRect()
    const read = [...log.querySelectorAll(BLOCKS)].find((block) => block.getBoundingClientRect().bottom > top + 1)
    if (!read) return
    const place = read.getBoundingClientRect().top
    hand = new AbortController()
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      log.addEventListener(type, end, { passive: true, signal: hand.signal })
    const until = performance.now() + SETTLING
    const follow = (): void => {
      if (!read.isConnected || performance.now() > until) return end()
      const moved = read.getBoundingClientRect().top - place
      if (Math.abs(moved) > 1) log.scrollTop += moved
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
  }
  // before the page changes: afterwards nobody knows where it was
  createComputed(on(width, hold, { defer: true }))
  onCleanup(end)
}
