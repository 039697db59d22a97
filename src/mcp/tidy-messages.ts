import { withChangedBody } from '../http/changed-body.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Message = Record<string, unknown>

/** A message is parsed here only if it holds one of these. */
const HAS_NOTHING = /"(?:error|_meta)"\s*:\s*null/

/**
 * Removes `null` where the standard wants a missing field. Servers in languages without a word for 'absent' write
 * `null`. The library ignores a message with `"error": null` beside its result, or with `"_meta": null`, and the call
 * waits in vain.
 */
export function tidyMessages(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const type = response.headers.get('content-type') ?? ''
    const isStream = /event-stream/i.test(type)
    if (!isStream && !/\bjson\b/i.test(type)) return response
    return withChangedBody(response, (body) => changed(body, isStream), init?.method)
  }
}

/** `byLine`: an event is passed on as soon as it is whole. */
function changed(body: ReadableStream<Bytes>, byLine: boolean): ReadableStream<Bytes> {
  let pieces: string[] = []
  const tidied = new TransformStream<string, string>({
    transform: (text, controller) => {
      const at = byLine ? Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1 : 0
      if (at === 0) return void pieces.push(text)
      const whole = pieces.join('') + text.slice(0, at)
      pieces = [text.slice(at)]
      controller.enqueue(whole.split('\n').map(tidyLine).join('\n'))
    },
    flush: (controller) => {
      const rest = pieces.join('')
      if (rest !== '') controller.enqueue(byLine ? tidyLine(rest) : tidyText(rest))
    },
  })
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Bytes>)
    .pipeThrough(tidied)
    .pipeThrough(new TextEncoderStream())
}

const tidyLine = (line: string): string => (line.startsWith('data:') ? `data:${tidyText(line.slice(5))}` : line)

function tidyText(text: string): string {
  if (!HAS_NOTHING.test(text)) return text
  try {
    const said: unknown = JSON.parse(text)
    for (const message of Array.isArray(said) ? said : [said]) if (isRecord(message)) tidy(message)
    return JSON.stringify(said)
  } catch {
    // The reader of the message says what is wrong.
    return text
  }
}

function tidy(message: Message): void {
  if (message['error'] === null) delete message['error']
  for (const part of [message['result'], message['params']])
    if (isRecord(part) && part['_meta'] === null) delete part['_meta']
}

const isRecord = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
