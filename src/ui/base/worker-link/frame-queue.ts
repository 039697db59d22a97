/**
 * Milliseconds: a little less than the worker lets pass between two pieces of one answer (live-answers.ts), so that
 * none waits twice.
 */
const INTERVAL = 50

/**
 * Gathers what comes of several answers and hands it over in one go, in order: more is not read better and costs in
 * proportion. By a timer and not within a frame: with a text field in focus the browser lays the page out at the head
 * of every frame, and what is changed after that is laid out a second time. `flush` hands over at once.
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
