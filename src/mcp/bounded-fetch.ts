import { boundedValues } from './bounded-values.ts'

/** Bytes of one answer that are read; more ends it with an error. A stream of notifications may go on for ever, but not its one event. */
const MAX_ANSWER = 64 * 1024 * 1024

/** Bounds the bodies of answers: a server could send for ever, and the library reads what comes. */
export function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = boundedValues(await fetch(input, init))
    const listening = (init?.method ?? 'GET') === 'GET'
    return listening ? response : bounded(response, MAX_ANSWER, `${MAX_ANSWER / 1024 / 1024} MB`)
  }
}

/** The same answer; reading more of it than `max` bytes fails. `words`: how much that is. */
export function bounded(response: Response, max: number, words: string): Response {
  if (response.body === null) return response
  let size = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.length
        if (size > max) controller.error(new Error(`The answer is larger than ${words}.`))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted, response)
}
