import * as z from 'zod/mini'
import { addTotals, NO_TOTALS, UsageTotals } from '../../agent/usage-totals.ts'

/**
 * The usage of one session, counted from its journal as far as it was read, so that the next count continues from
 * there. Pure.
 */

const Model = z.object({ providerId: z.string(), model: z.string() })
type Model = z.infer<typeof Model>

/**
 * `seq`: of the last counted row. `model`: the configured model, for inputs that do not name one. `cuts`: the models
 * that running answers were asked from.
 */
export const UsageFold = z.object({
  version: z.literal(1),
  seq: z.number(),
  model: z.nullable(Model),
  cuts: z.record(z.string(), Model),
  /** By day (`2026-11-22`), then by `[providerId, model]` as JSON text. */
  days: z.record(z.string(), z.record(z.string(), UsageTotals)),
})
export type UsageFold = z.infer<typeof UsageFold>

export const NO_USAGE: UsageFold = { version: 1, seq: 0, model: null, cuts: {}, days: {} }

const Tokens = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  reasoning: z.number(),
})

/** The parts of an input that concern usage. */
const Said = z.object({
  type: z.string(),
  cut: z.optional(z.number()),
  model: z.optional(Model),
  config: z.optional(z.object({ model: z.optional(Model) })),
  usage: z.optional(Tokens),
  cost: z.nullish(z.number()),
  /** The shares of `usage` and `cost`, if several models used them. */
  shares: z.optional(z.array(z.object({ model: Model, usage: Tokens, cost: z.nullable(z.number()) }))),
  /** By cut, of answers that the input has stopped. What a tool call spent has another shape, and is in `shares`. */
  spent: z.catch(
    z.optional(z.record(z.string(), z.object({ usage: Tokens, cost: z.nullable(z.number()) }))),
    undefined,
  ),
})

export type UsageSource = { seq: number; timestamp: number; input: unknown }

/** Rows in the order of their stamps; counted ones are skipped. `dayOf`: the day of a wall time in ms. */
export function foldUsage(
  before: UsageFold,
  rows: readonly UsageSource[],
  dayOf: (timestamp: number) => string,
): UsageFold {
  const fold = structuredClone(before)
  for (const { seq, timestamp, input } of rows) {
    if (seq <= fold.seq) continue
    fold.seq = seq
    const said = Said.safeParse(input)
    if (said.success) take(fold, said.data, dayOf(timestamp))
  }
  return fold
}

function take(fold: UsageFold, said: z.infer<typeof Said>, day: string): void {
  const { type, cut, config, usage } = said
  if (config?.model) fold.model = plain(config.model)
  if (type === 'brain-send-message-start' && cut !== undefined && said.model) fold.cuts[cut] = plain(said.model)
  // earlier usage belongs to the session that this one is a copy of, and is counted there
  if (type === 'session-branch') fold.days = {}
  for (const share of said.shares ?? []) count(fold, day, share.model, share.usage, share.cost)
  if (usage !== undefined && said.shares === undefined) {
    const model = said.model ?? (cut === undefined ? undefined : fold.cuts[cut]) ?? fold.model
    if (model !== null) count(fold, day, model, usage, said.cost ?? null)
  }
  for (const [stopped, { usage: took, cost }] of Object.entries(said.spent ?? {})) {
    const model = fold.cuts[stopped]
    // an answer that has ended meanwhile was counted at its end
    if (model !== undefined) count(fold, day, model, took, cost)
    delete fold.cuts[stopped]
  }
  if (type === 'brain-send-message-complete' && cut !== undefined) delete fold.cuts[cut]
}

const plain = ({ providerId, model }: Model): Model => ({ providerId, model })

function count(
  fold: UsageFold,
  day: string,
  { providerId, model }: Model,
  usage: { input: number; output: number; cacheRead: number; reasoning: number },
  cost: number | null,
): void {
  const key = JSON.stringify([providerId, model])
  const models = fold.days[day] ?? {}
  models[key] = addTotals(models[key] ?? NO_TOTALS, {
    answers: 1,
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cacheRead,
    reasoning: usage.reasoning,
    // a negative cost, which an archive may claim, would make room under the daily limit
    cost: Math.max(0, cost ?? 0),
    unpriced: cost === null ? 1 : 0,
  })
  fold.days[day] = models
}
