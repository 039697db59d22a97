/**
 * Reads a value as models write it: JSON, a Python literal, or with the quotes of Gemma's templates. A text may have
 * line breaks, a key needs no quotes, and a comma may precede a closing bracket.
 */

/** Quotes of a text, longer ones first. A backslash is not an escape in Gemma's quotes. */
const QUOTES = ['"""', "'''", '<|"|>', '<escape>', '"', "'"]
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y
const WORD = /(?:true|false|null|none|True|False|None)(?!\w)/y
const KEY = /[A-Za-z_$][\w$.-]*/y
const BLANKS = /\s*/y
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false }
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  '\n': '',
}
/** Depth of nested values. */
const DEEPEST = 40

type Read = { value: unknown; to: number }

/** The value that begins here, after blanks; null: there is none, or it does not end. */
export const literalAt = (text: string, at: number): Read | null => valueAt(text, afterBlanks(text, at), 0)

/** The match of a sticky pattern exactly at `at`. */
export function matchAt(sign: RegExp, text: string, at: number): RegExpExecArray | null {
  sign.lastIndex = at
  return sign.exec(text)
}

export const afterBlanks = (text: string, at: number): number => at + (matchAt(BLANKS, text, at)?.[0].length ?? 0)

function valueAt(text: string, at: number, depth: number): Read | null {
  if (depth > DEEPEST) return null
  const sign = text[at]
  if (sign === '{') return recordAt(text, at, depth)
  if (sign === '[') return listAt(text, at, depth, ']')
  if (sign === '(') return listAt(text, at, depth, ')')
  const quoted = textAt(text, at)
  if (quoted !== null) return quoted
  const number = matchAt(NUMBER, text, at)
  if (number !== null) return { value: Number(number[0]), to: at + number[0].length }
  const word = matchAt(WORD, text, at)
  return word === null ? null : { value: WORDS[word[0].toLowerCase()] ?? null, to: at + word[0].length }
}

function textAt(text: string, at: number): Read | null {
  const quote = QUOTES.find((each) => text.startsWith(each, at))
  if (quote === undefined) return null
  const from = at + quote.length
  if (quote.length > 3) {
    const end = text.indexOf(quote, from)
    return end < 0 ? null : { value: text.slice(from, end), to: end + quote.length }
  }
  let value = ''
  for (let place = from; place < text.length; place++) {
    if (text.startsWith(quote, place)) return { value, to: place + quote.length }
    const sign = text[place] ?? ''
    if (sign !== '\\') {
      value += sign
      continue
    }
    const next = text[++place] ?? ''
    const code = next === 'u' ? text.slice(place + 1, place + 5) : next === 'x' ? text.slice(place + 1, place + 3) : ''
    if (code !== '' && /^[0-9a-fA-F]+$/.test(code)) {
      value += String.fromCharCode(Number.parseInt(code, 16))
      place += code.length
    } else value += ESCAPES[next] ?? `\\${next}`
  }
  return null
}

function listAt(text: string, at: number, depth: number, close: string): Read | null {
  const value: unknown[] = []
  for (let place = afterBlanks(text, at + 1); ; ) {
    if (text[place] === close) return { value, to: place + 1 }
    const next = valueAt(text, place, depth + 1)
    if (next === null) return null
    value.push(next.value)
    place = afterBlanks(text, next.to)
    if (text[place] === ',') place = afterBlanks(text, place + 1)
    else if (text[place] !== close) return null
  }
}

function recordAt(text: string, at: number, depth: number): Read | null {
  const entries: [string, unknown][] = []
  for (let place = afterBlanks(text, at + 1); ; ) {
    if (text[place] === '}') return { value: Object.fromEntries(entries), to: place + 1 }
    const member = memberAt(text, place, ':', depth)
    if (member === null) return null
    entries.push(member.value)
    place = afterBlanks(text, member.to)
    if (text[place] === ',') place = afterBlanks(text, place + 1)
    else if (text[place] !== '}') return null
  }
}

/** A key, a sign and a value. */
export function memberAt(
  text: string,
  at: number,
  sign: ':' | '=',
  depth = 0,
): { value: [string, unknown]; to: number } | null {
  const quoted = textAt(text, at)
  const key = quoted === null ? (matchAt(KEY, text, at)?.[0] ?? null) : String(quoted.value)
  if (key === null) return null
  const after = afterBlanks(text, quoted?.to ?? at + key.length)
  if (text[after] !== sign) return null
  const value = valueAt(text, afterBlanks(text, after + 1), depth + 1)
  return value === null ? null : { value: [key, value.value], to: value.to }
}
