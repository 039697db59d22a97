import { withChangedBody } from '../http/changed-body.ts'
import { MOST_DEPTH_AROUND } from '../json/bounds.ts'
import { makeMessageMeter } from './message-meter.ts'

/** Most bytes of one answer. Beyond, reading fails. */
const MAX_ANSWER = 64 * 1024 * 1024
/** Most values of one message. However few bytes they take, parsing more keeps this thread busy for seconds. */
const MAX_VALUES = 1_000_000
/** Most events of one answer: its progress and the answer itself. */
const MAX_MESSAGES = 100_000
/** Most bytes of one event of an endless stream. Of a server's own news, only the name matters here. */
const MAX_EVENT = 1024 * 1024
/**
 * The pace of an endless stream: each event and each byte costs a pause in which nothing more is read. A second's worth
 * may come at once.
 */
const EVENT_PAUSE = 10
const BYTES_EACH_MS = 10_000
const BURST = 1000
/** The longest pause in one go: a hang-up is noticed after it. */
const LONGEST_PAUSE = 5000

/**
 * Bounds the bodies of answers, since the library parses everything, in the writer's thread. An answer (JSON, or a
 * stream of events) has a largest size. A server's own stream (a GET) never ends, so it is read at a pace and each
 * event is bounded. A resumed stream (`Last-Event-ID`) may bring an answer, and is bounded like one.
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
        const { values, depth, messages, longest } = read(chunk)
        if (bytes > most.bytes) controller.error(new Error(`The answer is larger than ${inMegabytes(most.bytes)}.`))
        else if (values > MAX_VALUES) controller.error(new Error('The answer has more than a million values.'))
        else if (depth > MOST_DEPTH_AROUND)
          controller.error(new Error(`The answer is nested more than ${MOST_DEPTH_AROUND} deep.`))
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
  /** When the pauses for everything so far are over; never further back than a burst. */
  let paid = 0
  return (messages, bytes) => {
    const now = performance.now()
    paid = Math.max(paid, now - BURST) + messages * EVENT_PAUSE + bytes / BYTES_EACH_MS
    const wait = Math.min(LONGEST_PAUSE, paid - now)
    paid = Math.min(paid, now + LONGEST_PAUSE)
    return wait
  }
}
