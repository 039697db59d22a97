/** Server-sent events as bytes. */

/** Rewrites a stream line by line; line ends stay as they are. What breaks the stream breaks the result. */
export function mapLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  map: (line: string) => string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        // an empty chunk says nothing, but it is a sign of life
        controller.enqueue(encoder.encode(lines.map((line) => `${map(line)}\n`).join('')))
      },
      flush: (controller) => {
        rest += decoder.decode()
        if (rest !== '') controller.enqueue(encoder.encode(map(rest)))
      },
    }),
  )
}

/** `headers`: taken over where given. */
export function eventStream(body: ReadableStream<Uint8Array<ArrayBuffer>>, headers?: Headers): Response {
  return new Response(body, { headers: headers ?? { 'content-type': 'text/event-stream' } })
}

export const encodeEvents = (events: readonly object[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
