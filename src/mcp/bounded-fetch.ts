import { withChangedBody } from '../http/changed-body.ts'
import { makeMessageMeter } from './message-meter.ts'

/** Bytes of one answer that are read; more ends it with an error. */
const MAX_ANSWER = 64 * 1024 * 1024
/** Values of one message: more of them keep this thread busy for seconds when they are parsed, however few bytes they take. */
const MAX_VALUES = 1_000_000
/** Events of one answer: its progress and the answer itself. */
const MAX_MESSAGES = 100_000
/** Bytes of one event of a stream that goes on for ever. None of what servers tell by themselves is of use here beyond its name. */
const MAX_EVENT = 1024 * 1024
/** What such a stream may send for good: each event and each byte is a while in which nothing more is read; a second of them at once is fine. */
const EVENT_PAUSE = 10
const BYTES_EACH_MS = 10_000
const BURST = 1000
/** The longest while in one go: whoever has hung up is noticed after it. */
const LONGEST_PAUSE = 5000

/**
 * Bounds the bodies of answers, since the library parses whatever comes, in the writer's thread. An answer (JSON, or a stream of events) may
 * be so large and no larger. What a server tells by itself (a GET) goes on for ever, so it is read at a pace and each event is bounded; one
 * that is gone on with (`Last-Event-ID`) may bring an answer, and is bounded as such.
 */
export function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const meter = (most: Bounds, pace?: Pace): Response =>
      withChangedBody(response, (body) => metered(body, most, pace), init?.method)
    const listening = (init?.method ?? 'GET') === 'GET'
    if (!listening) return meter({ bytes: MAX_ANSWER, event: MAX_ANSWER, messages: MAX_MESSAGES })
    const goesOn = new Headers(init?.headers).has('last-event-id')
    const event = goesOn ? MAX_ANSWER : MAX_EVENT
    return meter({ bytes: Number.POSITIVE_INFINITY, event, messages: Number.POSITIVE_INFINITY }, makePace())
  }
}

type Bounds = { bytes: number; event: number; messages: number }

/** Milliseconds to wait after N messages and bytes. */
type Pace = (messages: number, bytes: number) => number
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

function metered(body: Bytes, most: Bounds, pace?: Pace): Bytes {
  const read = makeMessageMeter()
  let bytes = 0
  let before = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: async (chunk, controller) => {
        bytes += chunk.length
        const { values, messages, longest } = read(chunk)
        if (bytes > most.bytes) controller.error(new Error(`The answer is larger than ${inMegabytes(most.bytes)}.`))
        else if (values > MAX_VALUES) controller.error(new Error('The answer has more than a million values.'))
        else if (messages > most.messages)
          controller.error(new Error(`The answer has more than ${most.messages} events.`))
        else if (longest > most.event)
          controller.error(new Error(`An event of the server is larger than ${inMegabytes(most.event)}.`))
        else {
          controller.enqueue(chunk)
          const wait = pace?.(messages - before, chunk.length) ?? 0
          before = messages
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        }
      },
    }),
  )
}

const inMegabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

function makePace(): Pace {
  /** When all that has come so far is paid for; never further back than a burst. */
  let paid = 0
  return (messages, bytes) => {
    const now = performance.now()
    paid = Math.max(paid, now - BURST) + messages * EVENT_PAUSE + bytes / BYTES_EACH_MS
    const wait = Math.min(LONGEST_PAUSE, paid - now)
    paid = Math.min(paid, now + LONGEST_PAUSE)
    return wait
  }
}

/** The same answer; reading more of it than `max` bytes fails. `words`: how much that is. */
export function bounded(response: Response, max: number, words: string): Response {
  let size = 0
  return withChangedBody(response, (body) =>
    body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          size += chunk.length
          if (size > max) controller.error(new Error(`The answer is larger than ${words}.`))
          else controller.enqueue(chunk)
        },
      }),
    ),
  )
}
