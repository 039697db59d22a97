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

export const NO_TOTALS: UsageTotals = {
  answers: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  reasoning: 0,
  cost: 0,
  unpriced: 0,
}

export const addTotals = (a: UsageTotals, b: UsageTotals): UsageTotals => ({
  answers: a.answers + b.answers,
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  reasoning: a.reasoning + b.reasoning,
  cost: a.cost + b.cost,
  unpriced: a.unpriced + b.unpriced,
})
