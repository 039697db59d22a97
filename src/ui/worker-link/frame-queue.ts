/** Milliseconds. */
const INTERVAL = 40

/**
 * Gathers what comes and hands it over in one go, in order, before a frame is painted and at most 20 times a second: more is not read
 * better and costs three times as much. A hidden page gets no frames: there a timer does it.
 * `flush` hands over at once.
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
      if (document.visibilityState === 'hidden') return void setTimeout(run, 200)
      const wait = handedAt + INTERVAL - performance.now()
      if (wait <= 0) requestAnimationFrame(run)
      else setTimeout(() => requestAnimationFrame(run), wait)
    },
    flush,
  }
}
