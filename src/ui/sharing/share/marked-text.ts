import type { SourceMark } from '../../../agent/sources.ts'
import { type Block, blocksOf } from '../../rendering/markdown-blocks.ts'
import { lexerOptions, renderTokens } from '../../rendering/markdown-render.ts'
import { marksIn, type Placed, placesOf, settled } from '../../rendering/source-marks.ts'

/**
 * Markdown with superscript numbers that link to the cited pages, each after the words that cite it. If a number would
 * change the meaning of the text, all numbers of the block are put at its end; if they can’t be there either, they are
 * left out, and only the list has them.
 */
export function markedText(given: string, givenMarks: readonly SourceMark[]): string {
  const text = given.replace(/\r\n?/g, '\n')
  const marks = settled(given, givenMarks)
  let whole = ''
  let from = 0
  for (const { block, end } of blocksOf(text, lexerOptions)) {
    if (block.kind === 'code') continue
    const start = end - block.raw.length
    const own = marksIn(marks, start, end)
    if (own.length > 0) whole += text.slice(from, start) + markedBlock(block, own)
    else whole += text.slice(from, end)
    from = end
  }
  whole += text.slice(from)
  // a block may continue in the next
  return htmlOf(whole).replaceAll(NUMBER, '') === htmlOf(text) ? whole : text
}

function markedBlock({ raw, tokens }: Extract<Block, { kind: 'markdown' }>, marks: readonly SourceMark[]): string {
  const plain = renderTokens(tokens)
  const places = placesOf(tokens, raw, marks)
  const last = raw.trimEnd().length
  for (const tried of [places, places.map(({ mark }) => ({ mark, at: last }))]) {
    const put = withNumbers(raw, tried)
    if (htmlOf(put).replaceAll(NUMBER, '') === plain) return put
  }
  return raw
}

const NUMBER = /<sup><a href="[^"]*">\d+<\/a><\/sup>/g

function withNumbers(raw: string, places: readonly Placed[]): string {
  let whole = ''
  let from = 0
  for (const { mark, at } of places) {
    whole += `${raw.slice(from, at)}<sup>[${mark.n}](${addressOf(mark.url)})</sup>`
    from = at
  }
  return whole + raw.slice(from)
}

const htmlOf = (text: string): string =>
  [...blocksOf(text, lexerOptions)]
    .map(({ block }) => (block.kind === 'code' ? block.text : renderTokens(block.tokens)))
    .join('')

/** Escapes the characters that could end a link or a table cell. */
export const addressOf = (url: string): string => `<${url.replaceAll(/[<>\s|\\]/g, encodeURIComponent)}>`
