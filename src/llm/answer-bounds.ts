import { isDeeper, MOST_DEPTH_AROUND } from '../json/bounds.ts'
import { measureJson } from '../json/measure.ts'
import { pruned } from '../json/pruned.ts'
import { LlmFailure } from './failure.ts'
import type { LlmError, LlmPart } from './port.ts'

/** Bounds of one answer. No model sends this much; a hostile or broken server does. */

/** Bytes of its body. */
const MOST_BYTES = 200_000_000
const MOST_EVENTS = 1_000_000
/** Characters of text, thinking and calls together. */
const MOST_TEXT = 4_000_000
/** Characters of pictures, in base64. */
const MOST_PICTURES = 100_000_000
/** Texts, thinking blocks, calls and pictures. */
const MOST_BLOCKS = 2000
/** Values of one event. More take seconds to parse, in the thread that must react to Stop. */
const MOST_VALUES = 250_000
/** Shorter events cannot have that many. */
const SHORT = 2 * MOST_VALUES

export const TOO_LARGE: LlmError = {
  kind: 'broken-stream',
  message: 'The provider sent more than any answer could need.',
  retryable: false,
}

/** Counts a body as it arrives. Throws an LlmFailure above the bounds. */
export function makeBodyMeter(): { bytes: (count: number) => void; event: () => void } {
  let bytes = 0
  let events = 0
  return {
    bytes: (count) => {
      bytes += count
      if (bytes > MOST_BYTES) throw new LlmFailure(TOO_LARGE)
    },
    event: () => {
      if (++events > MOST_EVENTS) throw new LlmFailure(TOO_LARGE)
    },
  }
}

/**
 * Parses the JSON of an event. Cuts off what nests too deeply (`isCut`); a call with such arguments is still too deep
 * to run. Throws an LlmFailure if it has too many values, a SyntaxError if it is not JSON.
 */
export function parseEvent(data: string): { event: unknown; isCut: boolean } {
  if (data.length > SHORT && measureJson(data).values > MOST_VALUES) throw new LlmFailure(TOO_LARGE)
  const event: unknown = JSON.parse(data)
  const isCut = isDeeper(data, MOST_DEPTH_AROUND)
  return { event: isCut ? pruned(event, MOST_DEPTH_AROUND) : event, isCut }
}

/** Counts the parts of an answer. Returns whether they exceed the bounds. */
export function makePartMeter(): (part: LlmPart) => boolean {
  let text = 0
  let pictures = 0
  let blocks = 0
  /** Characters of arguments received so far, by open call. */
  const pieces = new Map<number, number>()
  return (part) => {
    switch (part.type) {
      case 'text-delta':
      case 'thinking-delta':
        text += part.text.length
        break
      case 'text-start':
      case 'thinking-start':
        blocks++
        break
      case 'tool-call-start':
        blocks++
        text += part.id.length + part.name.length
        break
      case 'tool-call-delta':
        text += part.text.length
        pieces.set(part.index, (pieces.get(part.index) ?? 0) + part.text.length)
        break
      case 'tool-call-end':
        text += Math.max(0, part.arguments.length - (pieces.get(part.index) ?? 0))
        pieces.delete(part.index)
        break
      case 'code-run':
        blocks++
        text += part.code.length
        break
      case 'code-run-end':
        text += part.output?.length ?? 0
        break
      case 'image':
        blocks++
        pictures += part.data.length
        break
    }
    return text > MOST_TEXT || pictures > MOST_PICTURES || blocks > MOST_BLOCKS
  }
}
