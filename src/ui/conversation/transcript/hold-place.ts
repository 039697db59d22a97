import { type Accessor, createComputed, on, onCleanup } from 'solid-js'

/** Elements that a person reads line by line. */
const BLOCKS = 'article :is(p, li, pre, tr, h1, h2, h3, h4, h5, h6, summary)'
/** How long the list re-measures its rows and moves the view, in ms; it does so once more when it rests. */
const SETTLING = 800

/**
 * Keeps the text at the top of the view in place while `width` changes. When a panel opens next to the conversation its
 * lines wrap differently, and the browser keeps only the scroll offset in pixels. Contract: `width` changes before the
 * page does, or, with the window's own size, right after it. `atEnd`: the view is at the end and stays there; this is
 * passed in because measuring could see lines that have already wrapped again.
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
  // before the page changes: afterwards the old place is unknown
  createComputed(on(width, hold, { defer: true }))
  onCleanup(end)
}
