import type { WireExchange } from '../../settings/wire-exchange.ts'

/** Where a text was cut, half a key may stand at either side: no key is longer. */
const CUT = /[\s\S]{0,400}\n\[…\]\n[\s\S]{0,400}/
/** A field of an event, and its text as JSON. */
const FIELD = /"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/**
 * What may be kept of an exchange. An answer that comes in events is left out whole when they say a secret together: a
 * model that repeats a key says it in pieces, and no piece is found alone. `clean`: see known-secrets.ts.
 */
export function withoutSecrets(exchange: WireExchange, clean: (text: string) => string): WireExchange {
  const [request, answer] = [exchange.request, exchange.answer].map(({ text, left }) => ({
    left,
    text: left > 0 ? text.replace(CUT, '\n[…]\n') : text,
  })) as [WireExchange['request'], WireExchange['answer']]
  const told = saysInPieces(answer.text, clean) ? { text: '[left out: it says a secret in pieces]', left: 0 } : answer
  return JSON.parse(clean(JSON.stringify({ ...exchange, request, answer: told })))
}

/** Whether the texts of one field, put together as a reader of the answer does, hold a secret. */
function saysInPieces(answer: string, clean: (text: string) => string): boolean {
  const told = new Map<string, string[]>()
  for (const [, name = '', json = ''] of answer.matchAll(FIELD)) {
    const texts = told.get(name)
    const text = textOf(json)
    if (texts) texts.push(text)
    else told.set(name, [text])
  }
  return [...told.values()].some((texts) => {
    const whole = texts.map(clean).join('')
    return texts.length > 1 && clean(whole) !== whole
  })
}

function textOf(json: string): string {
  try {
    return JSON.parse(`"${json}"`)
  } catch {
    return json
  }
}
