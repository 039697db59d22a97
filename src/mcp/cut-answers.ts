import type { Transport } from '@modelcontextprotocol/client'
import { withChangedBody } from '../http/changed-body.ts'

/**
 * From now on a request whose answer breaks off is rejected at once. The library reports no end of an answer's stream,
 * so the request would wait for its time limit. Resumable streams end after the library has tried to resume them.
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
    // The library does not wait for this promise, but its rejection rejects the request.
    await ended
    // An answer that came before the end is read in microtasks. The request is settled after them, and then the
    // rejection has no effect.
    await new Promise((resolve) => setTimeout(resolve))
    throw new Error('The response was cut off.')
  }
}

/**
 * Turns a final refusal to resume an answer (400: unknown event, 404: unknown session) into 405. The library takes only
 * 405 as final, and would repeat the request. `fetch` of GET requests with `Last-Event-ID`.
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
 * Puts the id of the last event in front of a resumed stream, without data. The library looks for that id only in the
 * stream that was cut, and without one it requests no answer when the resumed stream is cut, too.
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

/** Statuses to try again: timeout, the old stream still counts as open, too early, too many requests. */
const PASSING = new Set([408, 409, 425, 429])
