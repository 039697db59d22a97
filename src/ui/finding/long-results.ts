import { type Accessor, createMemo, createSignal, onCleanup, onMount } from 'solid-js'

/** Lines, more than are in view: what is made with each key. */
const FIRST = 24
/** Results. */
const MORE = 15
/** How far below the view the next ones are made, in pixels. */
const NEAR = 200

/** The first of many results; the next ones come when the end of the list comes near. */
export type LongResults<One> = {
  shown: Accessor<readonly One[]>
  /** Other results: again the first of them. */
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
  const first = (): number => {
    let lines = 0
    let n = 0
    for (const one of results()) {
      if (lines >= FIRST) break
      lines += linesOf(one)
      n++
    }
    return n
  }
  const [wanted, setMost] = createSignal(0)
  const most = createMemo(() => Math.max(first(), wanted()))
  let end: HTMLElement | undefined
  onMount(() => {
    if (end === undefined) return
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
      { root: end.closest('dialog'), rootMargin: `${NEAR}px` },
    )
    ends.observe(end)
    onCleanup(() => ends.disconnect())
  })
  return {
    shown: () => results().slice(0, most()),
    reset: () => setMost(0),
    all: () => setMost(results().length),
    watchEnd: (element) => {
      end = element
    },
  }
}
