import type { Message } from '../agent/message.ts'
import { foldWithPlaces } from './fold.ts'
import { rowTexts } from './row-texts.ts'
import { type Span, wordSpans } from './spans.ts'
import { termsOf } from './words.ts'

/** A piece of text; `marked`: it is a match. Shown as text, never as markup. */
export type Piece = { text: string; marked: boolean }

const BEFORE = 40
const LENGTH = 160
/** A text is searched in parts, so that the first match in a long text is found cheaply. */
const PART = 4_000

/** The part of a message around the match, on one line; null: there is no match (any more). */
export function excerptOf(message: Message, query: string): Piece[] | null {
  const terms = termsOf(query)
  const { said, did } = rowTexts(message)
  for (const text of [said, did]) {
    for (let from = 0; from < text.length; from += PART) {
      const part = text.slice(from, from + PART + LENGTH)
      const folded = foldWithPlaces(part)
      const spans = wordSpans(folded, terms)
      const first = spans[0]
      if (first !== undefined && first.from < PART)
        return cutOut(part, spans, from > 0, from + part.length < text.length)
    }
  }
  return null
}

/** The whole text in pieces. */
export function markWords(text: string, query: string): Piece[] {
  return piecesOf(text, wordSpans(foldWithPlaces(text), termsOf(query)), 0, text.length)
}

function cutOut(text: string, spans: readonly Span[], hasBefore: boolean, hasAfter: boolean): Piece[] {
  const first = spans[0] as Span
  const from = first.from <= BEFORE ? 0 : wordStart(text, first.from - BEFORE, first.from)
  const to = Math.max(first.to, Math.min(text.length, from + LENGTH))
  const pieces = piecesOf(text, spans, from, to)
  if (from > 0 || hasBefore) pieces.unshift({ text: '…', marked: false })
  if (to < text.length || hasAfter) pieces.push({ text: '…', marked: false })
  return pieces.map(({ text: words, marked }) => ({ text: plain(words).replace(/\s+/g, ' '), marked }))
}

/**
 * Characters that only format text: headings, lists, quotes, code, emphasis, addresses of links. Inside words they
 * count as letters.
 */
const LAYOUT: readonly [RegExp, string][] = [
  [/(^|\n)[ \t]*(?:#{1,6}|[-*+>]|```\w*)(?=\s|$)/g, '$1'],
  [/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1'],
  // a cut word, or a word with a match in it
  [/\]\([^)\s]*\)/g, ''],
  [/!?\[(?=[^\]\n]*$)/g, ''],
  [/\*\*|~~|`+/g, ''],
  [/(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])/g, ''],
  [/[ \t]*\|[-:| \t]*/g, ' '],
]

const plain = (text: string): string => LAYOUT.reduce((words, [signs, instead]) => words.replace(signs, instead), text)

/** The next word start from `from` on, before `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s/)
  if (space >= 0) return from + space + 1
  // never between the two halves of a character
  return /[\udc00-\udfff]/.test(text[from] ?? '') ? from + 1 : from
}

function piecesOf(text: string, spans: readonly Span[], from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let at = from
  for (const span of spans) {
    if (span.to <= at || span.from >= to) continue
    if (span.from > at) pieces.push({ text: text.slice(at, span.from), marked: false })
    pieces.push({ text: text.slice(Math.max(at, span.from), Math.min(to, span.to)), marked: true })
    at = Math.min(to, span.to)
  }
  if (at < to) pieces.push({ text: text.slice(at, to), marked: false })
  return pieces
}
