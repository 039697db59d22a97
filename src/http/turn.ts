/**
 * Lets waiting tasks of this thread run, such as a Stop. Reading a stream whose bytes have arrived never does so: each
 * read ends before the thread takes its next task.
 */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    // a message, unlike a timer, has no minimum delay
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Milliseconds of work before other tasks of the thread get a turn. */
const BUSY = 25

/** Lets other tasks run if the last time was too long ago. Await it between two pieces of work. */
export function makeTurns(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let last = now()
  return () => {
    if (now() - last < BUSY) return undefined
    return nextTurn().then(() => {
      last = now()
    })
  }
}
