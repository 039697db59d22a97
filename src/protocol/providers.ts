import * as z from 'zod/mini'
import { Provider } from '../settings/provider.ts'
import { providerKinds } from '../settings/provider-kind.ts'
import { PROVIDER_LIST, ProviderView } from './provider-list.ts'

/** The providers of models. A key goes in and never comes out. */

const key = z.optional(z.string().check(z.maxLength(4096)))

export const PROVIDER_REQUESTS = [
  z.object({ kind: z.literal('list-providers') }),
  /** `key`: absent keeps a stored key, '' removes it. A changed origin always drops a stored key. */
  z.object({ kind: z.literal('save-provider'), provider: Provider, key }),
  z.object({ kind: z.literal('delete-provider'), providerId: z.string() }),
  /** Requests a tiny answer. Without `key` the stored one is used, if the origin is the same. */
  z.object({ kind: z.literal('test-provider'), provider: Provider, key }),
  z.object({ kind: z.literal('list-models'), provider: Provider, key }),
  /** Looks at the usual ports of this computer. */
  z.object({ kind: z.literal('find-local-servers') }),
  /**
   * Begins a sign-in at the provider that gives a key. `returnTo`: the page of this app that the provider leads back
   * to.
   */
  z.object({
    kind: z.literal('begin-provider-sign-in'),
    provider: Provider,
    returnTo: z.string().check(z.maxLength(2048)),
  }),
  /** `query`: of the address that the person came back to. Saves the provider with its new key. */
  z.object({ kind: z.literal('finish-provider-sign-in'), query: z.string().check(z.maxLength(20_000)) }),
] as const

/** What one button can do about a failing connection. `model`: the nearest existing one; null: any other. */
const Remedy = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('url'), baseUrl: z.string() }),
    z.object({ type: z.literal('key') }),
    z.object({ type: z.literal('kind'), kind: z.enum(providerKinds) }),
    z.object({ type: z.literal('model'), model: z.nullable(z.string()) }),
  ]),
)
/** The outcome of "Test": what happened and what to do, in plain sentences for the person. */
const TestOutcome = z.lazy(() =>
  z.object({
    ok: z.boolean(),
    message: z.string(),
    next: z.optional(z.string()),
    remedy: z.optional(z.nullable(Remedy)),
    models: z.optional(z.array(z.string())),
  }),
)
export type TestOutcome = z.infer<typeof TestOutcome>

/** `models` null: something answers there, but this page may not read it. */
const LocalServer = z.lazy(() => z.object({ baseUrl: z.string(), models: z.nullable(z.array(z.string())) }))
export type LocalServer = z.infer<typeof LocalServer>

export const PROVIDER_RESULTS = {
  ...PROVIDER_LIST,
  'save-provider': ProviderView,
  'delete-provider': z.null(),
  'test-provider': TestOutcome,
  'list-models': z.array(z.string()),
  'find-local-servers': z.array(LocalServer),
  'begin-provider-sign-in': z.lazy(() => z.object({ address: z.string() })),
  'finish-provider-sign-in': ProviderView,
}
export type ProviderRequestKind = keyof typeof PROVIDER_RESULTS
