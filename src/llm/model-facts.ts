import type { Usage } from './port.ts'

/** US dollars per million tokens; a null cache price counts as plain input. */
type Rates = { input: number; output: number; cacheRead: number | null; cacheWrite: number | null }
/** `above`: prices of a whole request with more than this many tokens. */
export type Price = Rates & { above?: (Rates & { tokens: number }) | undefined }

/**
 * Tokens. null: unknown. `thinking`: whether the model can think; `images`: whether it sees; `hears`: whether it takes
 * recordings; `tools`: whether it calls tools.
 */
export type ModelFacts = {
  /** Display name; null: use the id. */
  name: string | null
  contextWindow: number | null
  maxOutput: number | null
  thinking: boolean | null
  images: boolean | null
  hears: boolean | null
  tools: boolean | null
  price: Price | null
}

export const UNKNOWN: ModelFacts = {
  name: null,
  contextWindow: null,
  maxOutput: null,
  thinking: null,
  images: null,
  hears: null,
  tools: null,
  price: null,
}

const FREE: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
export const DEMO_FACTS: ModelFacts = {
  name: null,
  contextWindow: 1_000_000,
  maxOutput: 4096,
  thinking: true,
  images: false,
  hears: false,
  tools: true,
  price: FREE,
}

/**
 * US dollars for one answer; null if the price is unknown, as for an answer with a special service tier. `searchFee`:
 * per thousand searches of the provider's own; null: unknown, and then not included.
 */
export function costOf(usage: Usage, price: Price | null, searchFee: number | null = null): number | null {
  if (price === null || usage.tier !== undefined) return null
  const rates = price.above !== undefined && usage.input > price.above.tokens ? price.above : price
  const plain = Math.max(0, usage.input - usage.cacheRead - usage.cacheWrite)
  const dollars =
    plain * rates.input +
    usage.cacheRead * (rates.cacheRead ?? rates.input) +
    usage.cacheWrite * (rates.cacheWrite ?? rates.input) +
    usage.output * rates.output
  return dollars / 1_000_000 + ((usage.searches ?? 0) * (searchFee ?? 0)) / 1000
}
