/**
 * Milliseconds: a little less than the worker lets pass between two pieces of one answer (live-answers.ts), so that
 * none waits twice.
 */
const INTERVAL = 50

/**
 * Collects stream updates of several answers and hands them over together, in order: more updates would not be read
 * better and cost in proportion. Uses a timer, not a frame: with a focused text field the browser lays the page out at
 * the start of every frame, and changes after that cause a second layout. `flush` hands over right away.
 */
export function makeFrameQueue<Item>(handle: (items: Item[]) => void): {
  add: (item: Item) => void
  flush: () => void
} {
  let items: Item[] = []
  let scheduled = false
  let handedAt = 0
  const flush = (): void => {
    if (items.length === 0) return
    const batch = items
    items = []
    handedAt = performance.now()
    handle(batch)
  }
  const run = (): void => {
    scheduled = false
    flush()
  }
  return {
    add: (item) => {
      items.push(item)
      if (scheduled) return
      scheduled = true
      setTimeout(run, document.visibilityState === 'hidden' ? 200 : handedAt + INTERVAL - performance.now())
    },
    flush,
  }
}
