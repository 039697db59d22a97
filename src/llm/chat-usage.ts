import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Quirks } from '../settings/presets.ts'
import { isRecord } from './is-record.ts'
import type { Usage } from './port.ts'

/** Usage of an answer, as chat completion servers count it. */

const numberIn = (of: unknown, name: string): number | undefined => {
  const value = isRecord(of) ? of[name] : undefined
  return typeof value === 'number' ? value : undefined
}

export type Counting = Pick<Quirks, 'countsThinkingApart'>

/** Reads cached tokens from OpenAI's field; Kimi and DeepSeek put them next to the total. */
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
  // if thinking is counted separately, other tokens in the total (for the provider's own tools) are not taken for it
  const thought = reasoning > 0 ? Math.min(beside, completion + reasoning) : beside
  const output = countsThinkingApart ? Math.max(completion, thought) : completion
  return {
    inputTokens: { total: input, noCache: input - cacheRead, cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
  }
}

/** The same for an answer that did not end. */
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
 * US dollars, if the provider reports them (OpenRouter); null: it does not. With the person's own key (`is_byok`)
 * `cost` is only OpenRouter's fee, and the price is added; otherwise both are the same.
 */
export function priceIn(usage: unknown): number | null {
  const cost = numberIn(usage, 'cost') ?? null
  if (!isRecord(usage) || usage['is_byok'] !== true) return cost
  const price = numberIn(usage['cost_details'], 'upstream_inference_cost')
  return price === undefined ? null : price + (cost ?? 0)
}
