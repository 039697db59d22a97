import type { Port } from '../../src/protocol/port.ts'

/**
 * Two connected ports in a single thread, for tests: the other end receives a message in a later microtask, as a
 * structured clone. Sending something that cannot be cloned throws, as with the platform's ports.
 */
export function linkedPair(): [Port, Port] {
  const ends = [makeEnd(), makeEnd()] as const
  const port = (mine: number): Port => ({
    send: (message) => ends[mine === 0 ? 1 : 0].receive(structuredClone(message)),
    listen: (listener) => ends[mine === 0 ? 0 : 1].listen(listener),
    close: () => {
      for (const end of ends) end.close()
    },
  })
  return [port(0), port(1)]
}

function makeEnd(): {
  receive: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => void
  close: () => void
} {
  const waiting: unknown[] = []
  let listener: ((message: unknown) => void) | null = null
  let closed = false
  const drain = (): void => {
    while (!closed && listener !== null && waiting.length > 0) listener(waiting.shift())
  }
  return {
    receive: (message) => {
      waiting.push(message)
      void Promise.resolve().then(drain)
    },
    listen: (next) => {
      listener = next
      void Promise.resolve().then(drain)
    },
    close: () => {
      closed = true
    },
  }
}
