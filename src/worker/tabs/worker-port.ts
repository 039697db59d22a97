import type { Port } from '../../protocol/port.ts'

/** What is used of a dedicated worker's global scope. */
type Scope = {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  postMessage: (message: unknown, transfer: Transferable[]) => void
  close: () => void
}

/** This worker's end of the wire to its page. `said`: what has come already, oldest first. */
export function workerPort(said: readonly MessageEvent[]): Port {
  const scope = self as unknown as Scope
  const waiting: unknown[] = said.map(({ data }) => data)
  let listener: ((message: unknown) => void) | null = null
  scope.onmessage = ({ data }) => {
    if (listener === null) waiting.push(data)
    else listener(data)
  }
  return {
    send: (message, transfer = []) => scope.postMessage(message, transfer),
    listen: (next) => {
      listener = next
      // as every message, in its own time: whoever listens is not ready yet
      queueMicrotask(() => {
        for (const message of waiting.splice(0)) next(message)
      })
    },
    close: () => scope.close(),
  }
}
