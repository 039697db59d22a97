import { makeTurns } from '../http/turn.ts'
import { makeBodyMeter, parseEvent, TOO_LARGE } from './answer-bounds.ts'
import { errorOf, type Said, saidInEvent } from './error-body.ts'
import { LlmFailure, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import type { Citation, LlmError, ModelImage, Source, Usage } from './port.ts'

/**
 * Normalises server-sent events before a provider's library reads them, since libraries are stricter than providers:
 * unknown events are skipped, and an answer ends with its final event, whatever the connection does afterwards.
 */

/**
 * What to do with an event. `end`: `finish` means that the answer is complete, `last` that nothing more comes.
 * `before`: events to pass on before it. `hold`: passed on later, with `before`. `failed`: the answer has failed, with
 * these words; null: a later event may say why.
 */
export type Verdict =
  | { event: unknown; before?: readonly unknown[] | undefined; end?: 'finish' | 'last' | undefined }
  | { failed: Said | null }
  | 'skip'
  | 'hold'

/** A generated picture, and the number of characters of text before it. */
export type Picture = { image: ModelImage; at: number }

/** Knowledge of one API format, created for each answer. */
export type EventRules = {
  read: (event: unknown) => Verdict
  /**
   * Events to add at the end. `done`: the stream has announced its end (`[DONE]`); otherwise the connection was closed.
   */
  atEnd?: (done: boolean) => readonly unknown[]
  /** Converts a whole answer, sent in place of a stream, into events; null: not an answer. */
  whole?: (document: Record<string, unknown>) => readonly unknown[] | null
  /** Tokens counted so far; null: not reported. For answers that do not end. */
  usage?: () => Partial<Usage> | null
  /** Searches that the provider ran itself and charges for. */
  searches?: () => number
  /** How the provider serves this answer (service tier). */
  tier?: () => unknown
  /** Pages named so far as sources of the answer, and where it cites them. It only grows. */
  found?: () => readonly (Source | Citation)[]
  /** Pictures so far that the library does not know of. It only grows. */
  pictures?: () => readonly Picture[]
}

/** Callbacks about a stream. `note`: what was skipped or repaired. `failed`: why the answer has no end. */
export type Hears = { note?: ((what: string) => void) | undefined; failed?: ((error: LlmError) => void) | undefined }

/** After the answer is complete, the rest (token counts) is waited for at most this long. In ms. */
const GRACE = 5000
/** Characters of one event: a generated picture is one event. */
export const LARGEST_EVENT = 64_000_000

type Bytes = Uint8Array<ArrayBuffer>

/** If the stream breaks before the answer is complete, reading the result fails. */
export function tidyEvents(
  body: ReadableStream<Bytes>,
  rules: EventRules,
  { note = () => undefined, failed = () => undefined }: Hears = {},
  grace = GRACE,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  /** The start of a line, in pieces: otherwise an endless line would be read again with each piece. */
  let rest: string[] = []
  let lines: string[] = []
  /** Characters of the current event. */
  let waiting = 0
  let end: 'finish' | 'failing' | 'last' | null = null
  const meter = makeBodyMeter()
  const turns = makeTurns()

  /**
   * After a finish the answer is whole: a later failure is not part of it. Returns the events that are still to be
   * passed on.
   */
  const fail = (error: LlmError): string => {
    const isWhole = end === 'finish'
    end = 'last'
    if (!isWhole) failed(error)
    else note('an error after the end')
    return isWhole ? encode(rules.atEnd?.(false) ?? []) : ''
  }

  /** Data that is not JSON: a server's words, or a damaged event. */
  const unreadable = (data: string): string =>
    fail(
      /^\s*[{["]/.test(data)
        ? plainError('broken-stream', 'The provider sent invalid data.')
        : errorOf({ message: data, code: '', status: null }),
    )

  /** One event, from its lines; '' if they contain none. */
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
      return ': skipped\n\n' // still shows activity
    }
    if ('failed' in verdict) {
      if (verdict.failed !== null) return fail(errorOf(verdict.failed))
      end ??= 'failing'
      return ': failed\n\n'
    }
    end = verdict.end ?? end
    const before = encode(verdict.before ?? [])
    // a changed event is encoded again
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
        // a comment counts by itself: it shows activity, even in the middle of an event
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
        // an empty chunk has no content, but shows the reader that there is activity
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

/** A failure without a reason. */
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
