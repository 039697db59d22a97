import { makeTurns } from '../http/turn.ts'
import { makeBodyMeter, parseEvent, TOO_LARGE } from './answer-bounds.ts'
import { errorOf, type Said, saidInEvent } from './error-body.ts'
import { LlmFailure, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import type { Citation, LlmError, ModelImage, Source, Usage } from './port.ts'

/**
 * Server-sent events put in order before a provider's library reads them, since libraries are stricter than providers are orderly: what is
 * unknown is skipped, and an answer ends with its last word, whatever the connection does afterwards.
 */

/**
 * What one event is to become. `end`: `finish` says that the answer is complete, `last` that nothing more comes. `before`: events to be
 * told before it. `hold`: told later, by `before`. `failed`: the answer has failed, in these words; null: what follows may say why.
 */
export type Verdict =
  | { event: unknown; before?: readonly unknown[] | undefined; end?: 'finish' | 'last' | undefined }
  | { failed: Said | null }
  | 'skip'
  | 'hold'

/** A picture that a model made, and how many characters of the answer's text stand before it. */
export type Picture = { image: ModelImage; at: number }

/** The knowledge of one wire, made for each answer. */
export type EventRules = {
  read: (event: unknown) => Verdict
  /** Events to be told at the end. `done`: the stream has said that it ends (`[DONE]`); else the connection was closed. */
  atEnd?: (done: boolean) => readonly unknown[]
  /** A whole answer where a stream was asked for, as the events of its stream; null: it is no answer. */
  whole?: (document: Record<string, unknown>) => readonly unknown[] | null
  /** Tokens counted so far; null: nothing was said of them. For answers that do not come to their end. */
  usage?: () => Partial<Usage> | null
  /** Searches that the provider has run itself, and takes a fee for. */
  searches?: () => number
  /** How the provider says that it serves this answer (service tier). */
  tier?: () => unknown
  /** The pages that were named so far as those that the answer is based on, and where it cites them. It only grows. */
  found?: () => readonly (Source | Citation)[]
  /** The pictures so far that the library does not know of. It only grows. */
  pictures?: () => readonly Picture[]
}

/** What is heard of a stream besides its events. `note`: what was skipped or mended. `failed`: why the answer has no end. */
export type Hears = { note?: ((what: string) => void) | undefined; failed?: ((error: LlmError) => void) | undefined }

/** After an answer has said that it is complete, the rest (token counts) is waited for no longer than this. In ms. */
const GRACE = 5000
/** Characters of one event: a picture that a model made comes in one. */
export const LARGEST_EVENT = 64_000_000

type Bytes = Uint8Array<ArrayBuffer>

/** A stream that breaks before the answer is complete breaks the result. */
export function tidyEvents(
  body: ReadableStream<Bytes>,
  rules: EventRules,
  { note = () => undefined, failed = () => undefined }: Hears = {},
  grace = GRACE,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  /** The beginning of a line, in the pieces that have come: a line that never ends must not be read again with each of them. */
  let rest: string[] = []
  let lines: string[] = []
  /** Characters of the event that has not ended. */
  let waiting = 0
  let end: 'finish' | 'failing' | 'last' | null = null
  const meter = makeBodyMeter()
  const turns = makeTurns()

  /** After a finish the answer is whole: what is said later of a failure is not of it. Gives the events that are still to be told. */
  const fail = (error: LlmError): string => {
    const isWhole = end === 'finish'
    end = 'last'
    if (!isWhole) failed(error)
    else note('an error after the end')
    return isWhole ? encode(rules.atEnd?.(false) ?? []) : ''
  }

  /** Data that is no JSON: words of a server, or an event that was torn. */
  const unreadable = (data: string): string =>
    fail(
      /^\s*[{["]/.test(data)
        ? plainError('broken-stream', 'The provider sent data that is not valid.')
        : errorOf({ message: data, code: '', status: null }),
    )

  /** One event, as its lines; '' when they are none. */
  const tidy = (block: string[]): string => {
    const data = dataOf(block)
    if (data === null) return `${block.join('\n')}\n\n`
    // a sign of life that a gateway has wrapped as data
    if (/^\s*(:|$)/.test(data)) return ': alive\n\n'
    if (data.trim() === '[DONE]') {
      if (end === 'failing') return fail(errorOf(WORDLESS))
      end = 'last'
      return `${encode(rules.atEnd?.(true) ?? [])}data: [DONE]\n\n`
    }
    meter.event()
    let parsed: unknown
    let isCut: boolean
    try {
      const read = parseEvent(data)
      parsed = read.event
      isCut = read.isCut
    } catch (error) {
      if (error instanceof LlmFailure) throw error
      return unreadable(data)
    }
    const said = saidInEvent(parsed, nameOf(block))
    if (said !== null) return fail(errorOf(said))
    const verdict = rules.read(parsed)
    if (verdict === 'hold') return ': held\n\n'
    if (verdict === 'skip') {
      const type = isRecord(parsed) ? (parsed['type'] ?? parsed['event_type']) : undefined
      note(typeof type === 'string' ? type : 'an event without a type')
      return ': skipped\n\n' // still a sign of life
    }
    if ('failed' in verdict) {
      if (verdict.failed !== null) return fail(errorOf(verdict.failed))
      end ??= 'failing'
      return ': failed\n\n'
    }
    end = verdict.end ?? end
    const before = encode(verdict.before ?? [])
    // an event that was changed here is written again
    return before + (verdict.event === parsed && !isCut ? `${block.join('\n')}\n\n` : encode([verdict.event]))
  }

  const take = (text: string): string => {
    waiting += text.length
    if (waiting > LARGEST_EVENT) throw new LlmFailure(TOO_LARGE)
    const found = text.split('\n')
    const last = found.pop() ?? ''
    if (found.length > 0) {
      found[0] = rest.join('') + found[0]
      rest = []
    }
    rest.push(last)
    let out = ''
    for (const line of found) {
      const plain = line.endsWith('\r') ? line.slice(0, -1) : line
      if (plain !== '') {
        // a comment stands alone: it tells that somebody is there, also in the middle of an event
        if (plain.startsWith(':')) out += `${plain}\n`
        else lines.push(plain)
        continue
      }
      if (lines.length > 0) out += tidy(lines)
      else out += '\n'
      lines = []
      waiting = last.length
      if (end === 'last') return out
    }
    return out
  }

  /** The connection has ended. */
  const atLast = (): string => (end === 'failing' ? fail(errorOf(WORDLESS)) : encode(rules.atEnd?.(false) ?? []))

  const remaining = (): string => {
    const whole = [...lines, rest.join('') + decoder.decode()].join('\n')
    const text = whole.trim() === '' ? '' : tidy(whole.trimEnd().split(/\r?\n/))
    return end === 'last' ? text : text + atLast()
  }

  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      try {
        const next = end === null ? await reader.read() : await orEnd(reader.read(), grace)
        if (next.done) {
          const text = remaining()
          if (text !== '') controller.enqueue(encoder.encode(text))
          controller.close()
          void reader.cancel().catch(() => undefined)
          return
        }
        meter.bytes(next.value.length)
        await turns()
        // an empty chunk says nothing, but whoever waits hears that somebody is there
        controller.enqueue(encoder.encode(take(decoder.decode(next.value, { stream: true }))))
        if (end !== 'last') return
        controller.close()
        void reader.cancel().catch(() => undefined)
      } catch (error) {
        if (end === null) {
          controller.error(error)
          void reader.cancel().catch(() => undefined)
          return
        }
        // complete, or failed, before it broke
        controller.enqueue(encoder.encode(end === 'last' ? '' : atLast()))
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** A failure of which nobody has said why. */
const WORDLESS: Said = { message: '', code: 'server_error', status: null }

const encode = (events: readonly unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

function nameOf(block: string[]): string {
  const line = block.find((each) => each.startsWith('event:'))
  return line === undefined ? '' : line.slice(6).trim()
}

function dataOf(block: string[]): string | null {
  const data = block.filter((line) => line.startsWith('data:')).map((line) => line.slice(line[5] === ' ' ? 6 : 5))
  return data.length === 0 ? null : data.join('\n')
}

async function orEnd<Value>(reading: Promise<ReadableStreamReadResult<Value>>, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<ReadableStreamReadResult<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ done: true, value: undefined }), ms)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
    reading.catch(() => undefined)
  }
}
