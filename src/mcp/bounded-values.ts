/** Values of one message: more of them keep this thread busy for seconds when they are parsed, however few bytes they take. */
const MAX_VALUES = 1_000_000

const COMMA = 0x2c
const OPENINGS: readonly number[] = [0x5b, 0x7b]
const QUOTE = 0x22
const BACKSLASH = 0x5c
const LINE_ENDS: readonly number[] = [0x0a, 0x0d]

/**
 * The same answer, JSON or a stream of events that hold JSON; reading a message of more than a million values fails before it can be parsed.
 * What stands in strings does not count, so a long text passes.
 */
export function boundedValues(response: Response): Response {
  if (response.body === null) return response
  const count = valueCounter()
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        if (count(chunk) > MAX_VALUES) controller.error(new Error('The answer has more than a million values.'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted, response)
}

/** Takes bytes as they come and says the most values that a message has had. An empty line ends an event; a string is within one line. */
function valueCounter(): (chunk: Uint8Array) => number {
  let isInString = false
  let isEscaped = false
  let isLineEmpty = false
  let values = 0
  return (chunk) => {
    let most = values
    for (const byte of chunk) {
      if (LINE_ENDS.includes(byte)) {
        if (isLineEmpty) values = 0
        isLineEmpty = byte === LINE_ENDS[0]
        isInString = false
        isEscaped = false
        continue
      }
      isLineEmpty = false
      if (isEscaped) isEscaped = false
      else if (byte === QUOTE) isInString = !isInString
      else if (isInString) isEscaped = byte === BACKSLASH
      else if (byte === COMMA || OPENINGS.includes(byte)) most = Math.max(most, ++values)
    }
    return most
  }
}
