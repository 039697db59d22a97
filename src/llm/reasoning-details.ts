import { isRecord } from './is-record.ts'
import type { LlmMessage, ProviderMeta } from './port.ts'

/**
 * OpenRouter's `reasoning_details`: thinking with data that its maker needs back (signatures, encrypted parts), in
 * pieces over a stream. They are sent back unchanged, to the model that made them. Source: OpenRouter's guide to
 * reasoning tokens, "Preserving reasoning blocks".
 */

type Detail = Record<string, unknown>

/** Joins pieces of one detail (same index and type): texts are appended, other fields keep the last value. */
export function gatherDetails(): { take: (delta: unknown) => void; whole: () => Detail[] } {
  const details: Detail[] = []
  return {
    take: (pieces) => {
      if (!Array.isArray(pieces)) return
      for (const piece of pieces.filter(isRecord)) {
        const last = details.findLast((known) => known['index'] === piece['index'] && known['type'] === piece['type'])
        if (last === undefined || piece['index'] === undefined) {
          details.push({ ...piece })
          continue
        }
        for (const [name, value] of Object.entries(piece)) {
          if (value === null || value === undefined) continue
          const before = last[name]
          const grows = GROWING.has(name) && typeof before === 'string' && typeof value === 'string'
          last[name] = grows ? before + value : value
        }
      }
    },
    whole: () => details,
  }
}
const GROWING = new Set(['text', 'summary', 'data'])

export const detailsMeta = (details: Detail[], model: string): ProviderMeta => ({ openrouter: { details, model } })

/** Gemini refuses a call without a signature; this word, defined by Google, replaces one. */
export const SKIP_SIGNATURE = 'skip_thought_signature_validator'

/**
 * The details that an earlier answer carries for `model`: its own, or, with `standIn`, for Gemini a word for each call
 * without a signature.
 */
export function detailsFor(
  answer: Extract<LlmMessage, { role: 'assistant' }>,
  model: string,
  standIn: boolean,
): Detail[] {
  const own = answer.content.flatMap((block) => {
    const kept = block.type === 'thinking' ? block.meta?.['openrouter'] : undefined
    return kept?.['model'] === model && Array.isArray(kept['details']) ? kept['details'].filter(isRecord) : []
  })
  if (own.length > 0 || !standIn || !/gemini-[3-9]/.test(model)) return own
  const calls = answer.content.filter((block) => block.type === 'tool-call')
  return calls.map(({ id }, index) => ({
    type: 'reasoning.encrypted',
    data: SKIP_SIGNATURE,
    id,
    format: 'google-gemini-v1',
    index,
  }))
}
