import * as z from 'zod/mini'
import type { Advanced } from './advanced.ts'
import { providerKinds } from './provider-kind.ts'

/** Connections to model providers. Their keys are in the vault, see storage. */

export const ProviderKind = z.enum(providerKinds)

/** US dollars per million tokens; a null cache price counts as plain input. */
const ModelPrice = z.lazy(() =>
  z.object({
    input: z.number().check(z.nonnegative()),
    output: z.number().check(z.nonnegative()),
    cacheRead: z.nullable(z.number().check(z.nonnegative())),
    cacheWrite: z.nullable(z.number().check(z.nonnegative())),
  }),
)
/** Absent fields: as the catalogue or the provider says. */
const ModelOverride = z.lazy(() =>
  z.object({
    images: z.optional(z.boolean()),
    pdf: z.optional(z.boolean()),
    sound: z.optional(z.boolean()),
    tools: z.optional(z.boolean()),
    /** Calls that the model writes as text are run. */
    runsWritten: z.optional(z.boolean()),
    maxOutput: z.optional(z.int().check(z.positive())),
    price: z.optional(ModelPrice),
    /** US dollars per thousand searches that the provider runs itself. */
    searchFee: z.optional(z.number().check(z.nonnegative())),
  }),
)

/** The schema itself, for code that extends it. */
export const providerObject = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    kind: ProviderKind,
    label: z.string().check(z.minLength(1), z.maxLength(80)),
    baseUrl: z.string().check(z.maxLength(2048)),
    /** The model of new sessions. */
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Known model ids, for the picker. */
    models: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2000)),
    /** Context windows of models in tokens, set by the person or named by a refusal (`learned`). */
    windows: z.optional(
      z.record(
        z.string().check(z.maxLength(200)),
        z.object({
          size: z.int().check(z.minimum(500), z.maximum(100_000_000)),
          by: z.enum(['person', 'learned', 'provider']),
        }),
      ),
    ),
    /** The person's corrections for models, by id. */
    overrides: z.optional(z.record(z.string().check(z.maxLength(200)), ModelOverride)),
    /**
     * The person's request settings. Parsed where they are stored and where they are used, so that a page need not load
     * the rules.
     */
    advanced: z.optional(z.custom<Advanced>((value) => typeof value === 'object')),
    /** Models that refused a picture. */
    blind: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000))),
    /** Models that refused a recording. */
    deaf: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000))),
    /** What models refused, by id, in their own words: see llm/refusals.ts. */
    lacks: z.optional(
      z.record(z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200))).check(z.maxLength(40))),
    ),
    createdAt: z.number(),
  })
export const Provider = z.lazy(providerObject)
export type Provider = z.infer<typeof Provider>

/** The person's corrections for a model of this provider. */
export function overrideOf({ overrides }: Provider, model: string): z.infer<typeof ModelOverride> | undefined {
  return overrides !== undefined && Object.hasOwn(overrides, model) ? overrides[model] : undefined
}

/** What a model of this provider has refused. */
export const lacksOf = ({ lacks }: Provider, model: string): readonly string[] =>
  lacks !== undefined && Object.hasOwn(lacks, model) ? (lacks[model] ?? []) : []

/** The built-in scripted model: no key, no network. */
export const DEMO_PROVIDER: Provider = {
  id: 'demo',
  kind: 'demo',
  label: 'Demo (scripted)',
  baseUrl: '',
  model: 'demo',
  models: ['demo'],
  createdAt: 0,
}
