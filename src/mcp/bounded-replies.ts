import type { Transport } from '@modelcontextprotocol/client'

/** Replies to a server's own requests that are under way at once. */
const MOST = 8

/**
 * From now on what a server asks of us is answered with few requests at a time, and what it asks beyond is left unanswered. An answer of a
 * server may hold 100,000 such questions, and each reply is a request of the library: a browser that has thousands of them waiting refuses
 * all others, those to models too.
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
