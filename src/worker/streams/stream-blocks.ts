import type { AnswerBlock } from '../../agent/content.ts'
import type { AnswerBuffer, BlockGrowth } from '../../effects/answer-buffer.ts'
import { type StreamBlock, textLength } from '../../protocol/common.ts'

/** Blocks of text under way, as pages and disk get them. Pure. */

export type StreamPart = StreamBlock & { offset: number }

export const blocksOf = (buffer: AnswerBuffer): StreamBlock[] =>
  buffer
    .blocks()
    .map(({ index, kind, name, text }) => ({ index, kind, text, ...(kind === 'tool-call' ? { name } : {}) }))

export const longer = (a: StreamBlock[], b: StreamBlock[]): StreamBlock[] => (textLength(b) > textLength(a) ? b : a)

/** Two views of one response, of each block the longer. */
export function mergeBlocks(a: StreamBlock[], b: StreamBlock[]): StreamBlock[] {
  if (a.length === 0) return b
  const merged = new Map(a.map((block) => [block.index, block]))
  for (const block of b)
    if (block.text.length >= (merged.get(block.index)?.text.length ?? 0)) merged.set(block.index, block)
  return [...merged.values()].sort((one, other) => one.index - other.index)
}

/** A partial answer keeps no signatures: a thinking block that was cut off cannot be sent back. */
export const contentOf = (blocks: readonly StreamBlock[]): AnswerBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'tool-call' || block.text === '' ? [] : [{ type: block.kind, text: block.text }],
  )

/** What of this growth is not shown yet; null: nothing. `other`: this is not the response that was shown. */
export function newPart(shown: readonly StreamBlock[], growth: BlockGrowth): BlockGrowth | null | 'other' {
  const block = shown.find(({ index }) => index === growth.index)
  if (block === undefined) return growth
  const overlap = block.text.slice(growth.offset, growth.offset + growth.text.length)
  if (block.kind !== growth.kind || !growth.text.startsWith(overlap)) return 'other'
  if (overlap.length === growth.text.length) return null
  return { ...growth, offset: growth.offset + overlap.length, text: growth.text.slice(overlap.length) }
}

export function addGrowth(parts: Map<number, StreamPart>, { index, kind, name, offset, text }: BlockGrowth): void {
  const part = parts.get(index)
  if (part !== undefined) part.text += text
  else parts.set(index, { index, kind, offset, text, ...(kind === 'tool-call' ? { name } : {}) })
}

/** Parts that were taken but could not be used go before what has come since, so that no text is missing in between. */
export function putBack(parts: Map<number, StreamPart>, taken: readonly StreamPart[]): void {
  const since = takeParts(parts)
  for (const part of taken) parts.set(part.index, { ...part })
  for (const part of since) addGrowth(parts, { ...part, name: part.name ?? '' })
}

export function takeParts(parts: Map<number, StreamPart>): StreamPart[] {
  const list = [...parts.values()]
  parts.clear()
  return list
}
