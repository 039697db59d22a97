import type { Transport } from '@modelcontextprotocol/client'
import { withChangedBody } from '../http/changed-body.ts'

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

/**
 * A server that refuses to go on with an answer (400: it does not know the event, 404: the session) refuses it for good. The library takes
 * 405 alone for that, and would ask all its times. `fetch` of GET requests with `Last-Event-ID` gives 405 for each such refusal.
 */
export function endAtRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { status } = response
    if (status < 400 || status >= 500 || PASSING.has(status) || !new Headers(init?.headers).has('last-event-id'))
      return response
    await response.body?.cancel()
    return new Response(null, { status: 405 })
  }
}

/**
 * An answer that is gone on with and cut again is asked for from the last event that came. The library looks for that in the stream that was
 * cut alone, and without one it asks for no answer at all: such a stream begins with the event that it was asked for from, without data.
 */
export function keepPlace(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const place = new Headers(init?.headers).get('last-event-id')
    if (place === null || !response.ok) return response
    const first = new TextEncoder().encode(`id: ${place}\ndata:\n\n`)
    const begun = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(first),
    })
    return withChangedBody(response, (body) => body.pipeThrough(begun), init?.method)
  }
}

/** Timeout, the stream that was cut still counts as open, too early, too many requests. */
const PASSING = new Set([408, 409, 425, 429])
