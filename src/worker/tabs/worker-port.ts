import type { Port } from '../../protocol/port.ts'

/** The part of a dedicated worker's global scope that is used here. */
type Scope = {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
  postMessage: (message: unknown, transfer: Transferable[]) => void
  close: () => void
}

/** This worker's port to its page. `said`: messages that have arrived already, oldest first. */
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
      // asynchronously, like every message: the listener is not ready yet
      queueMicrotask(() => {
        for (const message of waiting.splice(0)) next(message)
      })
    },
    close: () => scope.close(),
  }
}
