import * as z from 'zod/mini'
import { Provider } from '../settings/provider.ts'

/** The models and their facts. */

const known = z.nullable(z.boolean())

/**
 * null: unknown. Tokens; prices in US dollars per million tokens. `thinks`, `sees`, `reads` (a PDF by itself), `acts`
 * (calls tools). `hears`: the media types of recordings that it takes.
 */
const ModelView = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  window: z.nullable(z.number()),
  maxOutput: z.nullable(z.number()),
  thinks: known,
  sees: known,
  reads: known,
  hears: z.array(z.string()),
  acts: known,
  price: z.nullable(z.object({ input: z.number(), output: z.number() })),
})
export type ModelView = z.infer<typeof ModelView>

/**
 * `listedAt`: when the provider itself last listed its models (wall time, ms); null: these come from the catalogue.
 * `local`: on this computer or in the person's network.
 */
const ProviderModels = z.object({
  providerId: z.string(),
  label: z.string(),
  local: z.boolean(),
  listedAt: z.nullable(z.number()),
  models: z.array(ModelView),
})
export type ProviderModels = z.infer<typeof ProviderModels>

/** `date`: of the catalogue, such as 2026-09-23. */
export const ModelsView = z.object({
  providers: z.array(ProviderModels),
  catalogue: z.object({ date: z.string(), source: z.string() }),
})
export type ModelsView = z.infer<typeof ModelsView>

/**
 * Requests the models. `of`: a provider that need not be saved; absent: all saved ones. `again`: old lists are
 * requested again first.
 */
export const MODEL_REQUESTS = {
  models: { args: { of: z.optional(Provider), again: z.optional(z.boolean()) }, result: ModelsView },
}
