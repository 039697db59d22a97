import * as z from 'zod/mini'

/**
 * Tokens of several answers. `cost`: US dollars of those with a known price. `unpriced`: requests that are not in it.
 */
export const UsageTotals = z.object({
  answers: z.number(),
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  reasoning: z.number(),
  cost: z.number(),
  unpriced: z.number(),
})
export type UsageTotals = z.infer<typeof UsageTotals>
