import type { Port } from '../../protocol/port.ts'

/** This worker's end of the wire to its page. */
export function workerPort(): Port {
  const scope = self as unknown as DedicatedWorkerGlobalScope
  const waiting: unknown[] = []
  let listener: ((message: unknown) => void) | null = null
  scope.onmessage = ({ data }) => {
    if (listener === null) waiting.push(data)
    else listener(data)
  }
  return {
    send: (message, transfer = []) => scope.postMessage(message, transfer),
    listen: (next) => {
      listener = next
      for (const message of waiting.splice(0)) next(message)
    },
    close: () => scope.close(),
  }
}
