import { LlmFailure } from './failure.ts'
import type { Citation, LlmError, Source, Usage } from './port.ts'

/**
 * Server-sent events put in order before a provider's library reads them, since libraries are stricter than providers are orderly: what is
 * unknown is skipped, and an answer ends with its last word, whatever the connection does afterwards.
 */

/**
 * What one event is to become. `end`: `finish` says that the answer is complete, `last` that nothing more comes. `before`: an event to be
 * told before it. `hold`: told later, by `before`.
 */
export type Verdict = { event: unknown; before?: unknown; end?: 'finish' | 'last' | undefined } | 'skip' | 'hold'

/** The knowledge of one wire, made anew for each answer. */
export type EventRules = {
  read: (event: unknown) => Verdict
  /** At `[DONE]`: an event to be told before it; null: none. */
  atDone?: () => unknown
  /** Tokens counted so far; null: nothing was said of them. For answers that do not come to their end. */
  usage?: () => Partial<Usage> | null
  /** Searches that the provider has run itself, and takes a fee for. */
  searches?: () => number
  /** How the provider says that it serves this answer (service tier). */
  tier?: () => unknown
  /** The pages that were named so far as those that the answer is based on, and where it cites them. It only grows. */
  found?: () => readonly (Source | Citation)[]
}

/** After an answer has said that it is complete, the rest (token counts) is waited for no longer than this. In ms. */
const GRACE = 5000
/** Characters of one event: a picture that a model made comes in one. */
const LARGEST_EVENT = 64_000_000
const TOO_LARGE: LlmError = {
  kind: 'broken-stream',
  message: 'The provider sent something larger than any answer.',
  retryable: false,
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Bytes = Uint8Array<ArrayBuffer>

/** `note` hears what was skipped. A stream that breaks before the answer is complete breaks the result. */
export function tidyEvents(
  body: ReadableStream<Bytes>,
  rules: EventRules,
  note: (what: string) => void = () => undefined,
  grace = GRACE,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  /** The beginning of a line, in the pieces that have come: a line that never ends must not be read anew with each of them. */
  let rest: string[] = []
  let lines: string[] = []
  /** Characters of the event that has not ended. */
  let waiting = 0
  let end: 'finish' | 'last' | null = null

  /** One event, as its lines; '' when they are none. */
  const tidy = (block: string[]): string => {
    const whole = `${block.join('\n')}\n\n`
    const data = dataOf(block)
    if (data === null) return whole
    if (data.trim() === '[DONE]') {
      end = 'last'
      const before = rules.atDone?.() ?? null
      return before === null ? whole : `data: ${JSON.stringify(before)}\n\n${whole}`
    }
    let parsed: unknown
    try {
      parsed = JSON.parse(data)
    } catch {
      return whole // the library says what is wrong with it
    }
    const verdict = rules.read(parsed)
    if (verdict === 'hold') return ': held\n\n'
    if (verdict === 'skip') {
      const type = isRecord(parsed) ? (parsed['type'] ?? parsed['event_type']) : undefined
      note(typeof type === 'string' ? type : 'an event without a type')
      return ': skipped\n\n' // still a sign of life
    }
    end = verdict.end ?? end
    const before = verdict.before === undefined ? '' : `data: ${JSON.stringify(verdict.before)}\n\n`
    return before + (verdict.event === parsed ? whole : `data: ${JSON.stringify(verdict.event)}\n\n`)
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

  const remaining = (): string => {
    const whole = [...lines, rest.join('') + decoder.decode()].join('\n')
    return whole.trim() === '' ? '' : tidy(whole.trimEnd().split('\n'))
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
        controller.close() // complete before it broke
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
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
