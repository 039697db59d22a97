import type { Transport } from '@modelcontextprotocol/client'

/** For servers that end a stream by themselves once they have answered, as they should. In ms. */
const GRACE = 1000

/**
 * From now on the stream of a request is let go when the request is over: cancelled, or answered. A browser has six connections to a server
 * (HTTP/1.1); the library leaves each to the server to close, and a server that goes on with what was stopped, or keeps a stream open after
 * the answer, soon had none left for the next call. To be applied before the library's client takes the transport.
 */
export function endStreams(transport: Transport): void {
  const open = new Map<unknown, AbortController>()
  const send = transport.send.bind(transport)
  const letGo = (id: unknown): void => {
    open.get(id)?.abort()
    open.delete(id)
  }
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !('method' in message)) return await send(message, options)
    if (!('id' in message)) {
      const sent = send(message, options)
      // at once: without a connection left the news would wait for the stream that it is to end
      if (message.method === 'notifications/cancelled') letGo(message.params?.['requestId'])
      return await sent
    }
    const stream = new AbortController()
    open.set(message.id, stream)
    try {
      await send(message, { ...options, requestSignal: stream.signal })
    } catch (error) {
      open.delete(message.id)
      throw error
    }
  }
  transport.onmessage = (message) => {
    if ('id' in message && !('method' in message)) setTimeout(() => letGo(message.id), GRACE)
  }
}
