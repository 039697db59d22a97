import { Lexer, type MarkedOptions, type Token, Tokenizer, type TokensList } from 'marked'
import { bareAddress } from './bare-address.ts'
import { COLUMNS, firstRows } from './long-table.ts'
import { marksBesideCjk, struckBesideCjk } from './marks-beside-cjk.ts'
import { wholeFence } from './nested-fence.ts'
import { balanceTags } from './simple-tags.ts'
import { wholeCells } from './table-cells.ts'

export type Links = TokensList['links']

/** Deepest nesting of blocks and marks; deeper ones stay text. */
const DEPTH = 20
/** Most marks times characters of one piece of running text: reading it costs the square of an honest text's. */
const COST = 1_000_000
/** Time for one source, in ms; the rest stays text. */
const TIME = 150
/** Shorter sources are always read, without a clock: on a busy machine the clock would be unfair. */
const SHORT = 2000
const AT_EASE = 3000
/** After this many more ms all of the text stays plain. */
const LATER = 450

/**
 * Reads markdown within bounds of depth, size and time; anything beyond comes out as text. Contract: never throws, and
 * the tokens' `raw` put together is the source.
 */
export function lexBounded(source: string, links: Links, options: MarkedOptions): Token[] {
  const lexer = boundedLexer(options, performance.now() + (source.length <= SHORT ? AT_EASE : TIME))
  lexer.tokens.links = links
  try {
    return lexer.lex(source)
  } catch (error) {
    console.info('Shown without formatting', error)
    return [plainParagraph(source)]
  }
}

const plainText = (raw: string): Token => ({ type: 'text', raw, text: raw, escaped: false })
/** With new tokens, since a list turns the text of its items into paragraphs. */
const plainBlock = (raw: string): Token => ({ type: 'text', raw, text: raw, tokens: [plainText(raw)] })
/** A paragraph of unformatted text. */
export const plainParagraph = (raw: string): Token => ({ type: 'paragraph', raw, text: raw, tokens: [plainText(raw)] })

const MARK = /[*_~`[\]<>!&@:\\|$]/g

function isCostly(text: string): boolean {
  let marks = 0
  for (const _ of text.matchAll(MARK)) marks++
  return marks * text.length > COST
}

function boundedLexer(options: MarkedOptions, deadline: number): Lexer {
  // A separate tokenizer: a shared one keeps the last text that was read, and its source.
  const tokenizer = new Tokenizer()
  const lexer = new Lexer({ ...options, tokenizer })
  const blocks = lexer.blockTokens.bind(lexer) as (source: string, tokens?: Token[], clipped?: boolean) => Token[]
  const inline = lexer.inlineTokens.bind(lexer)
  const table = tokenizer.table.bind(tokenizer)
  tokenizer.table = (source) => {
    const cells = source.split('\n', 1)[0]?.split('|', COLUMNS + 3) ?? []
    const token = cells.length > COLUMNS + 2 ? undefined : wholeCells(table, lexer, source)
    return (token && firstRows(token)) ?? token
  }
  const strong = tokenizer.emStrong.bind(tokenizer)
  tokenizer.emStrong = (source, masked, before) =>
    marksBesideCjk(lexer, source, masked, before ?? '') ?? strong(source, masked, before)
  // A single `~` means "about", or a range: `1~3` and `2~4` in one line would strike out the text between them.
  const struck = tokenizer.del.bind(tokenizer)
  tokenizer.del = (source, masked, before) =>
    source.startsWith('~~')
      ? (struckBesideCjk(lexer, source, masked, before ?? '') ?? struck(source, masked, before))
      : undefined
  const url = tokenizer.url.bind(tokenizer)
  tokenizer.url = (source) => bareAddress(url, source)
  const fences = tokenizer.fences.bind(tokenizer)
  tokenizer.fences = (source) => wholeFence(fences, source)
  // The lexer calls this first for every block.
  const space = tokenizer.space.bind(tokenizer)
  tokenizer.space = (source) => {
    if (performance.now() > deadline + LATER) throw new RangeError('Markdown that takes too long')
    return space(source)
  }
  let depth = 0
  const within = (tokens: Token[], plain: () => Token, read: () => Token[]): Token[] => {
    if (depth >= DEPTH || performance.now() > deadline) {
      tokens.push(plain())
      return tokens
    }
    depth++
    try {
      return read()
    } finally {
      depth--
    }
  }
  lexer.blockTokens = ((source: string, tokens: Token[] = [], clipped?: boolean) =>
    within(
      tokens,
      () => plainBlock(source),
      () => blocks(source, tokens, clipped),
    )) as Lexer['blockTokens']
  lexer.inlineTokens = (source, tokens = []) => {
    if (isCostly(source)) {
      tokens.push(plainText(source))
      return tokens
    }
    within(
      tokens,
      () => plainText(source),
      () => inline(source, tokens),
    )
    balanceTags(tokens)
    return tokens
  }
  return lexer
}
