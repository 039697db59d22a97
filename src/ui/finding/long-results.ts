import { type Accessor, createMemo, createSignal, onCleanup, onMount } from 'solid-js'

/** A line with what stands between them, and its share of what stands above, in pixels: what is in view is made with each key. */
const LINE = 40
/** Results. */
const MORE = 15
/** How far below the view the next ones are made, in pixels. */
const NEAR = 50

/** The first of many results, as many as are in view; the next ones come when the end of the list comes near. */
export type LongResults<One> = {
  shown: Accessor<readonly One[]>
  /** Other results: again the first of them, from the top. */
  reset: () => void
  all: () => void
  /** What stands behind the last one, in a dialog that scrolls. Comes before the first drawing. */
  watchEnd: (end: HTMLElement) => void
}

/** `linesOf`: how many lines a result has. */
export function createLongResults<One>(
  results: Accessor<readonly One[]>,
  linesOf: (one: One) => number,
): LongResults<One> {
  /** Of the view, when the first results come: a dialog has none before it is open. */
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
  /** To ask where it stands would have it laid out with each key. */
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
        // it speaks again if the end is still near
        ends.unobserve(last.target)
        ends.observe(last.target)
      },
      // a margin counts around what scrolls, and that is the dialog
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
