import { withChangedBody } from '../http/changed-body.ts'
import { scrub } from './scrub.ts'

/**
 * The response without the secrets that its request carried: a server may echo them, and its response reaches the
 * model, the journal and exports. Works line by line, since no secret has a line end: an event of a stream passes as
 * soon as it is whole, and a secret is found however it is split. Only for text (JSON, event streams).
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

/** Most characters of a line. A line is held back until its end, so the reader cannot bound it. */
const LONGEST_LINE = 64 * 1024 * 1024

/** Passes on whole lines, changed; the rest waits for its line end. */
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
