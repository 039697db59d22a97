import * as z from 'zod/mini'

/** Which models there are and what is known of them. Travels as JSON text, so that only who shows it loads this. */

const known = z.nullable(z.boolean())

/**
 * null: not known. Tokens; prices in US dollars per million tokens. `thinks`, `sees`, `reads` (a PDF by itself), `acts` (calls tools);
 * `hears`: the media types of recordings that it takes.
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
 * `listedAt`: when the provider last named its models itself (wall time, ms); null: these are the catalogue's. `local`: on this computer or
 * in the person's network.
 */
const ProviderModels = z.object({
  providerId: z.string(),
  label: z.string(),
  local: z.boolean(),
  listedAt: z.nullable(z.number()),
  models: z.array(ModelView),
})
export type ProviderModels = z.infer<typeof ProviderModels>

/** `date`: of the catalogue, as 2026-09-23. */
export const ModelsView = z.object({
  providers: z.array(ProviderModels),
  catalogue: z.object({ date: z.string(), source: z.string() }),
})
export type ModelsView = z.infer<typeof ModelsView>

/** Throws for anything else. */
export const parseModelsView = (json: string): ModelsView => ModelsView.parse(JSON.parse(json))
