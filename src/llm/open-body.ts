import { parseEvent, TOO_LARGE } from './answer-bounds.ts'
import { errorOf, saidInBody, saidInEvent } from './error-body.ts'
import { encodeEvents } from './event-stream.ts'
import { type EventRules, LARGEST_EVENT } from './events.ts'
import { LlmFailure, oneLine, plainError } from './failure.ts'
import { isRecord } from './is-record.ts'
import type { LlmError } from './port.ts'

/**
 * Opens the body of an answer, whatever its content type. The first bytes distinguish an event stream, one JSON
 * document (many gateways send it although a stream was requested) and a web page (a wrong address, a captive portal).
 */

type Bytes = Uint8Array<ArrayBuffer>
type Opened = { body: ReadableStream<Bytes>; whole: boolean } | { error: LlmError }

/** `broke`: called with the reason why the body broke off. */
export async function openBody(
  body: ReadableStream<Bytes>,
  contentType: string,
  rules: EventRules,
  broke: (error: unknown) => void,
): Promise<Opened> {
  const source = body.getReader()
  const reader: Reader = {
    read: async () => {
      try {
        return await source.read()
      } catch (error) {
        broke(error)
        throw error
      }
    },
    cancel: (reason) => source.cancel(reason),
  }
  const begun: Bytes[] = []
  const first = await firstSign(reader, begun)
  const isPage = /\b(html|xml)\b/i.test(contentType) || first === '<'
  const isDocument = !isPage && (first === '{' || first === '[')
  const isStream = EVENTS.test(first) || first === '' || /\bevent-stream\b/i.test(contentType)
  if (!isDocument && !isPage && isStream) return { body: goOn(reader, begun), whole: false }
  // a body that breaks off says less, but it is the wrong one anyway
  const text = isDocument ? await textOf(reader, begun) : await textOf(reader, begun, HEAD).catch(() => '')
  if (text === null) return { error: TOO_LARGE }
  const events = isDocument ? boundedEvents(text, rules, contentType) : null
  if (events === null) return { error: wrongContent(text, contentType) }
  if ('error' in events) return events
  const bytes = encodeEvents(events)
  return { whole: true, body: goOn(null, [bytes, DONE]) }
}

/** How a line of server-sent events may begin: `data:`, `event:`, `id:`, `retry:`, a comment. */
const EVENTS = /^[deir:]$/
const HEAD = 16_384
const DONE = new TextEncoder().encode('data: [DONE]\n\n')

type Reader = Pick<ReadableStreamDefaultReader<Bytes>, 'read' | 'cancel'>

/** The first non-blank character; '' if the body ends before. What was read is added to `begun`. */
async function firstSign(reader: Reader, begun: Bytes[]): Promise<string> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return ''
    begun.push(value)
    const sign = value.find((byte) => !BLANK.has(byte))
    if (sign !== undefined) return String.fromCharCode(sign)
  }
}
/** Blanks, line ends, and the UTF-8 byte order mark. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

function goOn(reader: Reader | null, begun: Bytes[]): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>({
    pull: async (controller) => {
      const next = begun.shift() ?? (await reader?.read())?.value
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
    cancel: (reason) => reader?.cancel(reason),
  })
}

/** null: too large. With `limit`, stops after about this many characters. */
async function textOf(reader: Reader, begun: Bytes[], limit = Number.POSITIVE_INFINITY): Promise<string | null> {
  const decoder = new TextDecoder()
  const texts = begun.map((bytes) => decoder.decode(bytes, { stream: true }))
  let length = texts.reduce((sum, text) => sum + text.length, 0)
  while (length < limit) {
    const { done, value } = await reader.read()
    if (done) return texts.join('') + decoder.decode()
    const text = decoder.decode(value, { stream: true })
    texts.push(text)
    length += text.length
    if (length <= LARGEST_EVENT) continue
    void reader.cancel().catch(() => undefined)
    return null
  }
  void reader.cancel().catch(() => undefined)
  return texts.join('').slice(0, limit)
}

/** Like `eventsIn`, but an answer over the bounds is an error. */
function boundedEvents(text: string, rules: EventRules, contentType: string): ReturnType<typeof eventsIn> {
  try {
    return eventsIn(text, rules, contentType)
  } catch (error) {
    if (error instanceof LlmFailure) return { error: TOO_LARGE }
    throw error
  }
}

/** The events of the answer in a document, or in several documents, one per line; null: not an answer. */
function eventsIn(text: string, rules: EventRules, contentType: string): object[] | { error: LlmError } | null {
  const documents = parsed(text)
  if (documents === null) return { error: plainError('broken-stream', 'The provider sent invalid data.') }
  const events: object[] = []
  for (const document of documents) {
    const said = saidInEvent(document)
    const error = said === null ? null : errorOf(said)
    // an error of an unknown kind may pass
    if (error?.kind === 'broken-stream' && events.length === 0)
      return { error: { ...wrongContent(text, contentType), retryable: true } }
    if (error !== null && events.length === 0) return { error }
    if (!isRecord(document)) continue
    events.push(...((said === null ? rules.whole?.(document) : [document]) ?? []).filter(isRecord))
  }
  return events.length === 0 ? null : events
}

function parsed(text: string): unknown[] | null {
  try {
    const document = parseEvent(text).event
    return Array.isArray(document) ? document : [document]
  } catch (error) {
    if (error instanceof LlmFailure) throw error
    return parsedLines(text)
  }
}

function parsedLines(text: string): unknown[] | null {
  try {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseEvent(line).event]))
  } catch (error) {
    if (error instanceof LlmFailure) throw error
    return null
  }
}

/** The server sent no answer. A web page may be temporary: a proxy, a restart. */
function wrongContent(text: string, contentType: string): LlmError {
  const said = saidInBody(text, contentType)
  const isPage = /\b(html|xml)\b/i.test(contentType) || /^\s*</.test(text)
  if (said.status !== null && !isPage) return errorOf(said)
  const detail = said.message === '' || isPage ? 'Is the base URL right?' : `It said: ${said.message}`
  const named = contentType === '' ? 'something else' : contentType
  const message = oneLine(`The provider answered with ${named}, not a stream. ${detail}`)
  return { kind: 'broken-stream', message, retryable: isPage, ...(isPage && { retries: 1 }) }
}
