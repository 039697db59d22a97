import { type Accessor, createMemo, createSignal, onCleanup, onMount } from 'solid-js'

/**
 * Height of a result line with its gaps, and its share of the space above, in px: the results in view are created again
 * with each key.
 */
const LINE = 40
/** Number of results added at a time. */
const MORE = 15
/** Distance below the view at which further results are created, in px. */
const NEAR = 50

/** The first of many results, as many as fit the view; more are added when the end of the list comes near. */
export type LongResults<One> = {
  shown: Accessor<readonly One[]>
  /** For other results: shows the first of them again, from the top. */
  reset: () => void
  all: () => void
  /** Element after the last result, in a scrolling dialog. Must be called before the first drawing. */
  watchEnd: (end: HTMLElement) => void
}

/** `linesOf`: number of lines of a result. */
export function createLongResults<One>(
  results: Accessor<readonly One[]>,
  linesOf: (one: One) => number,
): LongResults<One> {
  /** Height of the view when the first results arrive: a dialog has none before it is open. */
  let height = 0
  const first = (): number => {
    let lines = 0
    let n = 0
    for (const one of results()) {
      if (lines * LINE >= height) break
      lines += linesOf(one)
      n++
    }
    return n
  }
  const [wanted, setMost] = createSignal(0)
  const most = createMemo(() => Math.max(first(), wanted()))
  let end: HTMLElement | undefined
  let dialog: HTMLElement | null = null
  /** Kept here because reading scrollTop would force a layout with each key. */
  let scrolled = false
  onMount(() => {
    if (end === undefined) return
    dialog = end.closest('dialog')
    dialog?.addEventListener('scroll', () => {
      scrolled = true
    })
    const ends = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1)
        if (last?.isIntersecting !== true || most() >= results().length) return
        setMost(most() + MORE)
        // makes the observer report again if the end is still near
        ends.unobserve(last.target)
        ends.observe(last.target)
      },
      // the margin applies to the scrolling root, which is the dialog
      { root: dialog, rootMargin: `${NEAR}px` },
    )
    ends.observe(end)
    onCleanup(() => ends.disconnect())
  })
  return {
    shown: () => results().slice(0, most()),
    reset: () => {
      setMost(0)
      if (dialog === null) return
      height ||= dialog.clientHeight
      if (scrolled) dialog.scrollTop = 0
      scrolled = false
    },
    all: () => setMost(results().length),
    watchEnd: (element) => {
      end = element
    },
  }
}
