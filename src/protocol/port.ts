/**
 * The structural interface of a thread's end: a Worker, a MessagePort, a worker's own global scope and the linked pair
 * of the tests all fit. Messages are plain data; the receiver parses them.
 */
export type Port = {
  send: (message: unknown, transfer?: ArrayBuffer[]) => void
  /** One listener. Earlier messages are delivered to it once it is set, in order. */
  listen: (listener: (message: unknown) => void) => void
  close: () => void
}
