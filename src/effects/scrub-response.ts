import { withChangedBody } from '../http/changed-body.ts'
import { scrub } from './scrub.ts'

/**
 * The response without the secrets that its request carried: a server may send them back, and what it sends reaches the model, the
 * journal and exports. Line by line, since no secret holds a line end: an event of a stream comes as soon as it is whole, and a secret is
 * found in whatever pieces it arrives. For text (JSON, event streams) alone.
 */
export function scrubResponse(response: Response, secrets: readonly string[], method?: string): Response {
  if (secrets.length === 0) return response
  const clean = (body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> =>
    body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
      .pipeThrough(wholeLines((lines) => scrub(lines, secrets)))
      .pipeThrough(new TextEncoderStream())
  return withChangedBody(response, clean, method)
}

/** Gives on what is whole up to a line end, changed; the rest waits for its end. */
function wholeLines(change: (lines: string) => string): TransformStream<string, string> {
  let begun = ''
  return new TransformStream({
    transform: (piece, controller) => {
      const end = piece.lastIndexOf('\n') + 1
      if (end > 0) controller.enqueue(change(begun + piece.slice(0, end)))
      begun = end > 0 ? piece.slice(end) : begun + piece
    },
    flush: (controller) => {
      if (begun !== '') controller.enqueue(change(begun))
    },
  })
}
