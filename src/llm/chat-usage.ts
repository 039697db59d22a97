import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Quirks } from '../settings/presets.ts'
import { isRecord } from './is-record.ts'
import type { Usage } from './port.ts'

/** What an answer took, as servers of chat completions count it. */

const numberIn = (of: unknown, name: string): number | undefined => {
  const value = isRecord(of) ? of[name] : undefined
  return typeof value === 'number' ? value : undefined
}

export type Counting = Pick<Quirks, 'countsThinkingApart'>

/** What came from the cache stands where OpenAI has it; with Kimi, and with DeepSeek, beside the whole. */
export function usageOf(usage: unknown, { countsThinkingApart }: Counting): LanguageModelV4Usage {
  const of = isRecord(usage) ? usage : {}
  const input = numberIn(of, 'prompt_tokens') ?? 0
  const completion = numberIn(of, 'completion_tokens') ?? 0
  const cacheRead =
    numberIn(of['prompt_tokens_details'], 'cached_tokens') ??
    numberIn(of, 'cached_tokens') ??
    numberIn(of, 'prompt_cache_hit_tokens') ??
    0
  const reasoning = numberIn(of['completion_tokens_details'], 'reasoning_tokens') ?? 0
  const beside = (numberIn(of, 'total_tokens') ?? 0) - input
  // where thinking is told by itself, what else the total may have (of tools of the provider's own) is not taken for it
  const thought = reasoning > 0 ? Math.min(beside, completion + reasoning) : beside
  const output = countsThinkingApart ? Math.max(completion, thought) : completion
  return {
    inputTokens: { total: input, noCache: input - cacheRead, cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
  }
}

/** The same of an answer that did not come to its end. */
export function countedIn(usage: unknown, counting: Counting): Partial<Usage> {
  const { inputTokens, outputTokens } = usageOf(usage, counting)
  return {
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cacheRead: inputTokens.cacheRead ?? 0,
    reasoning: outputTokens.reasoning ?? 0,
  }
}

/**
 * US dollars, where the provider says them (OpenRouter); null: it does not. With a key of the person's (`is_byok`) `cost` is OpenRouter's
 * fee alone, and the price comes on top; without one both say the same.
 */
export function priceIn(usage: unknown): number | null {
  const cost = numberIn(usage, 'cost') ?? null
  if (!isRecord(usage) || usage['is_byok'] !== true) return cost
  const price = numberIn(usage['cost_details'], 'upstream_inference_cost')
  return price === undefined ? null : price + (cost ?? 0)
}
