import type { Transport } from '@modelcontextprotocol/client'

/** Time for a server to end a stream by itself after its answer, as it should. In ms. */
const GRACE = 1000

/**
 * From now on a request's stream is closed when the request is over: cancelled or answered. A browser has six
 * connections to a server (HTTP/1.1), and the library leaves closing to the server. A server that continues a stopped
 * call, or keeps a stream open after the answer, soon left no connection for the next call. Apply this before the
 * library's client takes the transport.
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
      // At once: without a free connection the news would wait for the stream that it is to end.
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
