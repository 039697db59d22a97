import { pictureHeader } from '../../../documents/picture-header.ts'
import { svgProblem, unescaped } from './svg-cost.ts'

/** Most pixels of all pictures that a page holds as data: a megabyte of them can unpack to gigabytes. */
const MOST_PIXELS = 100_000_000
/** Characters in which a picture states its size. */
const HEAD = 100_000
/** Deepest nesting of drawings. */
const DEEPEST = 3

/**
 * With the quotation mark before it, which also ends it. It begins with a character, not with spaces: a run of spaces
 * would be read again from each of them.
 */
const DATA = /(?:(["']) *)?data:image\/([a-z.+-]{1,20})((?:;[\w=.+-]{1,40}){0,5}),/gi
const WORDS = 'The images in this page are too large to show here. You can download the file.'

/** Why drawing the `data:` pictures of a page would block a thread, in words; null: it would not. */
export function innerPictureProblem(text: string, depth = 0): string | null {
  let pixels = 0
  for (const { kind, base64, given } of picturesIn(written(text))) {
    if (kind.startsWith('svg')) {
      const drawing = new TextDecoder().decode(bytesOf(given, base64))
      const problem = depth >= DEEPEST ? WORDS : (svgProblem(drawing) ?? innerPictureProblem(drawing, depth + 1))
      if (problem !== null) return problem
      continue
    }
    const header = pictureHeader(bytesOf(given.slice(0, HEAD), base64))
    pixels += header === null ? 0 : header.width * header.height
    if (pixels > MOST_PIXELS) return WORDS
  }
  return null
}

function* picturesIn(text: string): Generator<{ kind: string; base64: boolean; given: string }> {
  const found = new RegExp(DATA)
  for (let match = found.exec(text); match !== null; match = found.exec(text)) {
    const [, mark = '', kind = '', parameters = ''] = match
    const from = found.lastIndex
    const length = text.slice(from).search(mark === '' ? /["'<>)]/ : new RegExp(mark))
    found.lastIndex = length === -1 ? text.length : from + length
    const base64 = parameters.toLowerCase().endsWith(';base64')
    yield { kind: kind.toLowerCase(), base64, given: text.slice(from, found.lastIndex) }
  }
}

/** Without the ways to hide characters. White space in an address does not count. */
const written = (text: string): string =>
  unescaped(text.replace(/&(colon|comma|semi|sol|Tab|NewLine);/g, (_, name: string) => NAMED[name] ?? '')).replace(
    /[\t\n\r]/g,
    '',
  )
const NAMED: Record<string, string> = { colon: ':', comma: ',', semi: ';', sol: '/' }

/** The readable part; a broken picture is not drawn. */
function bytesOf(given: string, base64: boolean): Uint8Array {
  const bytes = percentDecoded(given)
  if (!base64) return bytes
  const text = new TextDecoder('latin1').decode(bytes).replaceAll(' ', '')
  try {
    // Without a last group that was cut off.
    return Uint8Array.from(atob(text.slice(0, text.length - (text.length % 4))), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

function percentDecoded(given: string): Uint8Array {
  const raw = new TextEncoder().encode(given)
  const bytes = new Uint8Array(raw.length)
  let length = 0
  for (let at = 0; at < raw.length; at++) {
    const hex = raw[at] === 0x25 ? String.fromCharCode(...raw.subarray(at + 1, at + 3)) : ''
    const isCode = /^[\da-f]{2}$/i.test(hex)
    bytes[length++] = isCode ? Number.parseInt(hex, 16) : (raw[at] as number)
    if (isCode) at += 2
  }
  return bytes.subarray(0, length)
}
