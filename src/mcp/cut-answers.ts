import type { Transport } from '@modelcontextprotocol/client'

/**
 * From now on a request whose answer breaks off is rejected at once: the library tells nobody that the stream of an answer has ended, and
 * the request would wait for its time limit. Streams that can be gone on with end when the library has tried that in vain.
 */
export function noticeCutAnswers(transport: Transport): void {
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return await send(message, options)
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    await send(message, { ...options, onRequestStreamEnd: () => end() })
    // The library does not wait for this promise, but a rejection of it rejects the request.
    await ended
    // An answer that came before the end is read in microtasks; the request is settled after them, and the rejection means nothing.
    await new Promise((resolve) => setTimeout(resolve))
    throw new Error('The answer broke off before its end.')
  }
}
