import * as z from 'zod/mini'

/** The most turns that a limit may name: in practice, none. */
export const MOST_TURNS = 10_000

/** Limits of a run (checked in the transition). null: no limit. Money in US dollars. */
export const Limits = z.object({
  maxTurns: z.int().check(z.minimum(0), z.maximum(MOST_TURNS)),
  maxTokensPerRun: z.nullable(z.int().check(z.positive())),
  maxCostPerRun: z.nullable(z.number().check(z.positive())),
  maxCostPerDay: z.nullable(z.number().check(z.positive())),
  /** Holds the run after the same call with the same arguments this many times in a row. */
  maxSameCall: z.nullable(z.int().check(z.minimum(2))),
})
export type Limits = z.infer<typeof Limits>
export const DEFAULT_LIMITS: Limits = {
  maxTurns: 50,
  maxTokensPerRun: null,
  maxCostPerRun: null,
  maxCostPerDay: null,
  maxSameCall: 5,
}
