import { z } from 'zod'

/** Limits of a run (DESIGN 6, checked in the transition). null: no limit. Money in US dollars. */
export const Limits = z.object({
  maxTurns: z.number().int().min(0).max(10_000),
  maxTokensPerRun: z.number().int().positive().nullable(),
  maxCostPerRun: z.number().positive().nullable(),
  maxCostPerDay: z.number().positive().nullable(),
  /** The same call with the same arguments, this many times in a row, holds the run. */
  maxSameCall: z.number().int().min(2).nullable(),
})
export type Limits = z.infer<typeof Limits>
export const DEFAULT_LIMITS: Limits = {
  maxTurns: 50,
  maxTokensPerRun: null,
  maxCostPerRun: null,
  maxCostPerDay: null,
  maxSameCall: 5,
}
