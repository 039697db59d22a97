/** Server-sent events as bytes. */

export function eventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

export const encodeEvents = (events: readonly object[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
