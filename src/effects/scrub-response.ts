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

/** Characters of a line. Nothing of it is given on before its end, so whoever reads cannot bound it. */
const LONGEST_LINE = 64 * 1024 * 1024

/** Gives on what is whole up to a line end, changed; the rest waits for its end. */
function wholeLines(change: (lines: string) => string): TransformStream<string, string> {
  let begun: string[] = []
  let waiting = 0
  return new TransformStream({
    transform: (piece, controller) => {
      const end = piece.lastIndexOf('\n') + 1
      if (end > 0) {
        controller.enqueue(change(begun.join('') + piece.slice(0, end)))
        begun = []
        waiting = 0
      }
      begun.push(piece.slice(end))
      waiting += piece.length - end
      if (waiting > LONGEST_LINE) controller.error(new Error('A line of the answer is longer than 64 MB.'))
    },
    flush: (controller) => {
      const rest = begun.join('')
      if (rest !== '') controller.enqueue(change(rest))
    },
  })
}
