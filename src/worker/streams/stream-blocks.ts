import { type StreamBlock, type StreamPart, textLength } from '../../agent/stream-block.ts'

/** Blocks of streaming text, in the form for pages and disk. Pure. */

export const longer = (a: StreamBlock[], b: StreamBlock[]): StreamBlock[] => (textLength(b) > textLength(a) ? b : a)

/** Joins two views of one response: the longer text of each block. */
export function mergeBlocks(a: StreamBlock[], b: StreamBlock[]): StreamBlock[] {
  if (a.length === 0) return b
  const merged = new Map(a.map((block) => [block.index, block]))
  for (const block of b)
    if (block.text.length >= (merged.get(block.index)?.text.length ?? 0)) merged.set(block.index, block)
  return [...merged.values()].sort((one, other) => one.index - other.index)
}

/** The part that is not shown yet; null: nothing. `other`: this is not the response that was shown. */
export function newPart(shown: readonly StreamBlock[], part: StreamPart): StreamPart | null | 'other' {
  const block = shown.find(({ index }) => index === part.index)
  if (block === undefined) return part
  const overlap = block.text.slice(part.offset, part.offset + part.text.length)
  if (block.kind !== part.kind || !part.text.startsWith(overlap)) return 'other'
  if (overlap.length === part.text.length) return null
  return { ...part, offset: part.offset + overlap.length, text: part.text.slice(overlap.length) }
}

export function addPart(parts: Map<number, StreamPart>, part: StreamPart): void {
  const known = parts.get(part.index)
  if (known !== undefined) known.text += part.text
  else parts.set(part.index, { ...part })
}

/** Parts that could not be passed on are put before later parts, so that no text is missing in between. */
export function putBack(parts: Map<number, StreamPart>, taken: readonly StreamPart[]): void {
  const since = takeParts(parts)
  for (const part of taken) parts.set(part.index, { ...part })
  for (const part of since) addPart(parts, part)
}

export function takeParts(parts: Map<number, StreamPart>): StreamPart[] {
  const list = [...parts.values()]
  parts.clear()
  return list
}
