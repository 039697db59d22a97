import type { Usage } from './port.ts'

/**
 * Server-sent events put in order before a provider's library reads them, since libraries are stricter than providers are orderly: what is
 * unknown is skipped, and an answer ends with its last word, whatever the connection does afterwards.
 */

/** What one event is to become. `end`: `finish` says that the answer is complete, `last` that nothing more comes. */
export type Verdict = { event: unknown; end?: 'finish' | 'last' | undefined } | 'skip'

/** The knowledge of one wire, made anew for each answer. */
export type EventRules = {
  read: (event: unknown) => Verdict
  /** At `[DONE]`: an event to be told before it; null: none. */
  atDone?: () => unknown
  /** Tokens counted so far; null: nothing was said of them. For answers that do not come to their end. */
  usage?: () => Partial<Usage> | null
}

/** After an answer has said that it is complete, the rest (token counts) is waited for no longer than this. In ms. */
const GRACE = 5000

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
  let rest = ''
  let lines: string[] = []
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
    if (verdict === 'skip') {
      note(isRecord(parsed) && typeof parsed['type'] === 'string' ? parsed['type'] : 'an event without a type')
      return ': skipped\n\n' // still a sign of life
    }
    end = verdict.end ?? end
    return verdict.event === parsed ? whole : `data: ${JSON.stringify(verdict.event)}\n\n`
  }

  const take = (text: string): string => {
    const found = (rest + text).split('\n')
    rest = found.pop() ?? ''
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
      if (end === 'last') return out
    }
    return out
  }

  const remaining = (): string => {
    const whole = [...lines, rest + decoder.decode()].join('\n')
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
        if (end === null) return controller.error(error)
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
