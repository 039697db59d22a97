/**
 * Well-known models, as their makers publish them (October 2026). A row holds for the id alone and for the id with a date or `-latest`
 * behind it, never for a relative with another name: an unknown model is better than one with a wrong price.
 */

export type CatalogueRow = {
  ids: string[]
  contextWindow: number
  maxOutput: number
  thinking: boolean
  /** Absent: it sees pictures. */
  images?: boolean
  /** US dollars per million tokens: input, output, cache read, cache write. null: tiered or not known. */
  price: [input: number, output: number, cacheRead: number | null, cacheWrite: number | null] | null
}

const M = 1_000_000

export const CATALOGUE: CatalogueRow[] = [
  {
    ids: ['claude-fable-5-2', 'claude-fable-5-1', 'claude-fable-5'],
    contextWindow: M,
    maxOutput: 128_000,
    thinking: true,
    price: [10, 50, 1, 12.5],
  },
  { ids: ['claude-opus-5-5'], contextWindow: M, maxOutput: 128_000, thinking: true, price: [4, 20, 0.4, 5] },
  {
    ids: ['claude-opus-5', 'claude-opus-4-8', 'claude-opus-4-7'],
    contextWindow: M,
    maxOutput: 128_000,
    thinking: true,
    price: [5, 25, 0.5, 6.25],
  },
  { ids: ['claude-opus-4-6'], contextWindow: 200_000, maxOutput: 128_000, thinking: true, price: [5, 25, 0.5, 6.25] },
  { ids: ['claude-opus-4-5'], contextWindow: 200_000, maxOutput: 64_000, thinking: true, price: [5, 25, 0.5, 6.25] },
  {
    ids: ['claude-opus-4-1', 'claude-opus-4-0', 'claude-opus-4'],
    contextWindow: 200_000,
    maxOutput: 32_000,
    thinking: true,
    price: [15, 75, 1.5, 18.75],
  },
  {
    ids: ['claude-sonnet-5-5', 'claude-sonnet-5'],
    contextWindow: M,
    maxOutput: 128_000,
    thinking: true,
    price: [2, 10, 0.2, 2.5],
  },
  { ids: ['claude-sonnet-4-6'], contextWindow: 200_000, maxOutput: 128_000, thinking: true, price: [3, 15, 0.3, 3.75] },
  {
    ids: ['claude-sonnet-4-5', 'claude-sonnet-4-0', 'claude-sonnet-4', 'claude-3-7-sonnet'],
    contextWindow: 200_000,
    maxOutput: 64_000,
    thinking: true,
    price: [3, 15, 0.3, 3.75],
  },
  { ids: ['claude-haiku-5-5'], contextWindow: M, maxOutput: 128_000, thinking: true, price: null },
  { ids: ['claude-haiku-4-5'], contextWindow: 200_000, maxOutput: 64_000, thinking: true, price: [1, 5, 0.1, 1.25] },
  { ids: ['claude-3-5-haiku'], contextWindow: 200_000, maxOutput: 8192, thinking: false, price: [0.8, 4, 0.08, 1] },
  { ids: ['claude-3-haiku'], contextWindow: 200_000, maxOutput: 4096, thinking: false, price: [0.25, 1.25, 0.03, 0.3] },
  { ids: ['gpt-5.2'], contextWindow: 400_000, maxOutput: 128_000, thinking: true, price: [1.75, 14, 0.175, null] },
  {
    ids: ['gpt-5.1', 'gpt-5'],
    contextWindow: 400_000,
    maxOutput: 128_000,
    thinking: true,
    price: [1.25, 10, 0.125, null],
  },
  { ids: ['gpt-5-mini'], contextWindow: 400_000, maxOutput: 128_000, thinking: true, price: [0.25, 2, 0.025, null] },
  { ids: ['gpt-5-nano'], contextWindow: 400_000, maxOutput: 128_000, thinking: true, price: [0.05, 0.4, 0.005, null] },
  { ids: ['gpt-4.1'], contextWindow: 1_047_576, maxOutput: 32_768, thinking: false, price: [2, 8, 0.5, null] },
  { ids: ['gpt-4.1-mini'], contextWindow: 1_047_576, maxOutput: 32_768, thinking: false, price: [0.4, 1.6, 0.1, null] },
  {
    ids: ['gpt-4.1-nano'],
    contextWindow: 1_047_576,
    maxOutput: 32_768,
    thinking: false,
    price: [0.1, 0.4, 0.025, null],
  },
  { ids: ['gpt-4o'], contextWindow: 128_000, maxOutput: 16_384, thinking: false, price: [2.5, 10, 1.25, null] },
  { ids: ['gpt-4o-mini'], contextWindow: 128_000, maxOutput: 16_384, thinking: false, price: [0.15, 0.6, 0.075, null] },
  { ids: ['o3'], contextWindow: 200_000, maxOutput: 100_000, thinking: true, price: [2, 8, 0.5, null] },
  { ids: ['o4-mini'], contextWindow: 200_000, maxOutput: 100_000, thinking: true, price: [1.1, 4.4, 0.275, null] },
  { ids: ['gemini-2.5-pro'], contextWindow: 1_048_576, maxOutput: 65_536, thinking: true, price: null },
  {
    ids: ['gemini-2.5-flash'],
    contextWindow: 1_048_576,
    maxOutput: 65_536,
    thinking: true,
    price: [0.3, 2.5, null, null],
  },
]
