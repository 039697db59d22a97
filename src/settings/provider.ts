import * as z from 'zod/mini'
import type { Advanced } from './advanced.ts'
import { providerKinds } from './provider-kind.ts'

/** Connections to model providers. Keys are not here: they live in the vault, see storage. */

export const ProviderKind = z.enum(providerKinds)

/** US dollars per million tokens; a cache price that is null counts as plain input. */
const ModelPrice = z.lazy(() =>
  z.object({
    input: z.number().check(z.nonnegative()),
    output: z.number().check(z.nonnegative()),
    cacheRead: z.nullable(z.number().check(z.nonnegative())),
    cacheWrite: z.nullable(z.number().check(z.nonnegative())),
  }),
)
/** What is absent is as the catalogue or the provider says. */
const ModelOverride = z.lazy(() =>
  z.object({
    images: z.optional(z.boolean()),
    pdf: z.optional(z.boolean()),
    sound: z.optional(z.boolean()),
    tools: z.optional(z.boolean()),
    /** Calls that it writes as text are carried out. */
    runsWritten: z.optional(z.boolean()),
    maxOutput: z.optional(z.int().check(z.positive())),
    price: z.optional(ModelPrice),
    /** US dollars for a thousand searches that the provider runs itself. */
    searchFee: z.optional(z.number().check(z.nonnegative())),
  }),
)

/** The schema itself, for who adds to it. */
export const providerObject = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    kind: ProviderKind,
    label: z.string().check(z.minLength(1), z.maxLength(80)),
    baseUrl: z.string().check(z.maxLength(2048)),
    /** The model that new sessions use. */
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Known model ids, for the picker. */
    models: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(2000)),
    /** Windows of models in tokens, as the person set them or a refusal named them (`learned`). */
    windows: z.optional(
      z.record(
        z.string().check(z.maxLength(200)),
        z.object({
          size: z.int().check(z.minimum(500), z.maximum(100_000_000)),
          by: z.enum(['person', 'learned', 'provider']),
        }),
      ),
    ),
    /** What the person says of models, by id. */
    overrides: z.optional(z.record(z.string().check(z.maxLength(200)), ModelOverride)),
    /** How it is asked, where the person says so. Parsed where it is kept and where it is used, so that a page need not know its rules. */
    advanced: z.optional(z.custom<Advanced>((value) => typeof value === 'object')),
    /** Models that refused a picture. */
    blind: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000))),
    /** Models that refused a recording. */
    deaf: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(1000))),
    /** What models do not take, by id, as they have said themselves: see llm/refusals.ts. */
    lacks: z.optional(
      z.record(z.string().check(z.maxLength(200)), z.array(z.string().check(z.maxLength(200))).check(z.maxLength(40))),
    ),
    createdAt: z.number(),
  })
export const Provider = z.lazy(providerObject)
export type Provider = z.infer<typeof Provider>

/** What the person says of a model of this provider. */
export function overrideOf({ overrides }: Provider, model: string): z.infer<typeof ModelOverride> | undefined {
  return overrides !== undefined && Object.hasOwn(overrides, model) ? overrides[model] : undefined
}

/** What a model of this provider has said that it does not take. */
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
