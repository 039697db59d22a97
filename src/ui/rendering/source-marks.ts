import type { RendererExtension, Token } from 'marked'
import type { SourceMark } from '../../agent/sources.ts'

/**
 * Numbers of cited pages in markdown, after the words that cite them. They are data next to the text: a mark is added
 * to the tokens after the text was read, so it cannot change the meaning of the text.
 */

export type Placed = {
  mark: SourceMark
  /** Position in the source of the block, moved after anything that must stay in one piece. */
  at: number
}

/** The marks for a text whose line ends are all `\n`, each moved from after white space to right after the words. */
export function settled(text: string, marks: readonly SourceMark[]): readonly SourceMark[] {
  return marks.map((mark) => {
    let at = Math.min(mark.at, text.length)
    while (at > 0 && /\s/.test(text.charAt(at - 1))) at--
    const returns = text.slice(0, at).match(/\r\n/g)?.length ?? 0
    return at - returns === mark.at ? mark : { ...mark, at: at - returns }
  })
}

/** The marks of a block from `from` to `to`, counted from its beginning. */
export const marksIn = (marks: readonly SourceMark[], from: number, to: number): SourceMark[] =>
  marks.filter(({ at }) => from < at && at <= to).map((mark) => ({ ...mark, at: mark.at - from }))

/** Marks that only one of the two lists has. */
export function changed(a: readonly SourceMark[], b: readonly SourceMark[]): SourceMark[] {
  const same = (one: SourceMark) => (other: SourceMark) =>
    one.at === other.at && one.n === other.n && one.url === other.url && one.title === other.title
  return [...a.filter((one) => !b.some(same(one))), ...b.filter((one) => !a.some(same(one)))]
}

type Piece = { list: Token[]; index: number; token: Token; lines: { from: number; start: number; end: number }[] }
type Found = Placed & { piece: Piece; offset: number | null }

/** Adds the marks to the tokens of a block, whose source is `raw`. `at` of a mark counts from its beginning. */
export function placeMarks(tokens: Token[], raw: string, marks: readonly SourceMark[]): void {
  const byList = new Map<Token[], Found[]>()
  for (const found of findPlaces(tokens, raw, marks)) {
    const { list } = found.piece
    byList.set(list, [...(byList.get(list) ?? []), found])
  }
  for (const [list, founds] of byList) {
    const whole = list.flatMap((token, index) =>
      withMarks(
        token,
        founds.filter(({ piece }) => piece.index === index),
      ),
    )
    list.splice(0, list.length, ...whole)
  }
}

/** Positions of the marks in the source of a block, in order. A mark next to no words is left out. */
export function placesOf(tokens: Token[], raw: string, marks: readonly SourceMark[]): Placed[] {
  return findPlaces(tokens, raw, marks).map(({ mark, at }) => ({ mark, at }))
}

function findPlaces(tokens: Token[], raw: string, marks: readonly SourceMark[]): Found[] {
  if (marks.length === 0) return []
  const pieces = located(raw, [...runsOf(tokens)])
  return marks
    .flatMap((mark): Found[] => {
      const piece = pieces.findLast(({ lines }) => (lines[0]?.start ?? Number.POSITIVE_INFINITY) < mark.at)
      return piece === undefined ? [] : [placeIn(piece, mark)]
    })
    .sort((a, b) => a.at - b.at || a.mark.n - b.mark.n)
}

function placeIn(piece: Piece, mark: SourceMark): Found {
  const { token, lines } = piece
  const line = lines.findLast(({ start }) => start < mark.at)
  const end = lines.at(-1)?.end ?? mark.at
  const isWords = token.type === 'text' && 'text' in token && token.text === token.raw
  if (line === undefined || !isWords) return { piece, mark, at: end, offset: null }
  const offset = betweenWords(token.raw, line.from + Math.min(mark.at, line.end) - line.start)
  const at = lines.findLast(({ from }) => from < offset) ?? line
  return { piece, mark, at: at.start + offset - at.from, offset: offset < token.raw.length ? offset : null }
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
/** Scripts written without spaces: any position is between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A character entity. */
const ENTITY = /^&#?\w{1,32};/

/** Not before a space, nor within a word or an entity. */
function betweenWords(text: string, given: number): number {
  let at = given
  while (at > 1 && /\s/.test(text.charAt(at - 1))) at--
  if (/[\uDC00-\uDFFF]/.test(text.charAt(at))) at++
  const and = text.lastIndexOf('&', at - 1)
  const named = and < 0 ? null : ENTITY.exec(text.slice(and, and + 40))
  if (named !== null && and + named[0].length > at) return and + named[0].length
  const before = text.slice(0, at).match(/.$/su)?.[0] ?? ''
  if (!LETTER.test(before) || UNSPACED.test(before)) return at
  while (at < text.length) {
    const next = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (!LETTER.test(next) || UNSPACED.test(next)) break
    at += next.length
  }
  return at
}

const cite = (mark: SourceMark): Token => ({ type: 'source-mark', raw: '', n: mark.n })

function withMarks(token: Token, founds: Found[]): Token[] {
  if (founds.length === 0) return [token]
  const words: Token[] = []
  let from = 0
  for (const { mark, offset } of founds) {
    if (offset !== null && offset > from) {
      words.push(part(token, from, offset))
      from = offset
    } else if (offset === null && from < token.raw.length) {
      words.push(from === 0 ? token : part(token, from, token.raw.length))
      from = token.raw.length
    }
    words.push(cite(mark))
  }
  return from < token.raw.length ? [...words, part(token, from, token.raw.length)] : words
}

const part = (token: Token, from: number, to: number): Token => {
  const text = token.raw.slice(from, to)
  return { ...token, raw: text, text } as Token
}

/** All lists of running text in these blocks, in the order of the source. */
function* runsOf(tokens: readonly Token[]): Generator<Token[]> {
  for (const token of tokens) {
    if (token.type === 'list') for (const item of token['items'] as { tokens: Token[] }[]) yield* runsOf(item.tokens)
    else if (token.type === 'blockquote') yield* runsOf(token.tokens ?? [])
    else if (token.type === 'table') {
      const { header, rows } = token as { header: { tokens: Token[] }[]; rows: { tokens: Token[] }[][] } & Token
      for (const cell of [...header, ...rows.flat()]) yield cell.tokens
    } else if ('tokens' in token && token.tokens) yield token.tokens
  }
}

/**
 * Position of each piece of running text in the source. Within lists and quotations the source has signs before each
 * line.
 */
function located(raw: string, runs: Token[][]): Piece[] {
  let cursor = 0
  return runs.flatMap((list) =>
    list.flatMap((token, index): Piece[] => {
      const lines: Piece['lines'] = []
      let next = cursor
      let from = 0
      for (const line of token.raw.split('\n')) {
        const start = raw.indexOf(line, next)
        if (start < 0) return []
        next = start + line.length
        lines.push({ from, start, end: next })
        from += line.length + 1
      }
      cursor = next
      return token.raw === '' ? [] : [{ list, index, token, lines }]
    }),
  )
}

/** `cite` holds the number until markdown.ts turns it into a link; no other text can make one. */
export const sourceMarkSyntax: RendererExtension = {
  name: 'source-mark',
  renderer: ({ n }) => `<cite>${Number(n)}</cite>`,
}
