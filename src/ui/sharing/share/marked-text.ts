import type { SourceMark } from '../../../agent/sources.ts'
import { type Block, blocksOf } from '../../rendering/markdown-blocks.ts'
import { lexerOptions, renderTokens } from '../../rendering/markdown-render.ts'
import { marksIn, type Placed, placesOf, settled } from '../../rendering/source-marks.ts'

/**
 * Markdown with raised numbers that lead to its pages, each after the words that cite it. Where a number would make the
 * text mean something else, all those of the block stand at its end, and where they cannot stand there either, they are
 * left out: the list has them.
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
  // a block may be read on into the next one
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

/** In signs that let nothing of it out of a link, nor out of the cell of a table. */
export const addressOf = (url: string): string => `<${url.replaceAll(/[<>\s|\\]/g, encodeURIComponent)}>`
