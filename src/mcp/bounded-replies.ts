import type { Transport } from '@modelcontextprotocol/client'

/** Most replies to a server's own requests at once. */
const MOST = 8

/**
 * From now on a server's questions are answered a few at a time, and surplus questions stay unanswered. One answer of a
 * server may hold 100,000 such questions, each reply is a request of the library, and a browser with thousands of
 * waiting requests refuses all others, those to models, too.
 */
export function boundReplies(transport: Transport): void {
  const send = transport.send.bind(transport)
  let underWay = 0
  transport.send = async (message, options) => {
    if (Array.isArray(message) || 'method' in message) return await send(message, options)
    if (underWay >= MOST) return
    underWay++
    try {
      await send(message, options)
    } finally {
      underWay--
    }
  }
}
