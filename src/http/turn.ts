/**
 * Lets this thread do what waits for it, such as a Stop, and then continues. Reading a stream whose bytes are there already never does: each
 * read ends before the thread takes its next task.
 */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    // unlike a timer, a message waits for no clock
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Milliseconds of work before other tasks of the thread get their turn. */
const BUSY = 25

/** Gives others a turn if the last one was too long ago. To be awaited between two pieces of work. */
export function makeTurns(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let last = now()
  return () => {
    if (now() - last < BUSY) return undefined
    return nextTurn().then(() => {
      last = now()
    })
  }
}
