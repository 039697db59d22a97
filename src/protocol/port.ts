/**
 * The structural interface of a thread's end: a Worker, a MessagePort, a worker's own global scope and the linked pair of the tests all
 * fit. Messages are plain data; whoever receives one parses it.
 */
export type Port = {
  send: (message: unknown, transfer?: ArrayBuffer[]) => void
  /** One listener; messages that came before it was set are delivered to it then, in order. */
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}
