import * as z from 'zod/mini'
import { Provider } from '../settings/provider.ts'
import { providerKinds } from '../settings/provider-kind.ts'
import { ProviderView } from './provider-list.ts'

/** The providers of models. A key goes in and never comes out. */

const key = z.optional(z.string().check(z.maxLength(4096)))

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

export const PROVIDER_REQUESTS = {
  /** `key`: absent keeps a stored key, '' removes it. A changed origin always drops a stored key. */
  'save-provider': { args: { provider: Provider, key }, result: ProviderView, needsKey: true },
  'delete-provider': { args: { providerId: z.string() }, result: z.null() },
  /** Requests a tiny answer. Without `key` the stored one is used, if the origin is the same. */
  'test-provider': { args: { provider: Provider, key }, result: TestOutcome, needsKey: true },
  'list-models': { args: { provider: Provider, key }, result: z.array(z.string()), needsKey: true },
  /** Looks at the usual ports of this computer. */
  'find-local-servers': { result: z.array(LocalServer), needsKey: true },
  /**
   * Begins a sign-in at the provider that gives a key. `returnTo`: the page of this app that the provider leads back
   * to.
   */
  'begin-provider-sign-in': {
    args: { provider: Provider, returnTo: z.string().check(z.maxLength(2048)) },
    result: z.lazy(() => z.object({ address: z.string() })),
    needsKey: true,
  },
  /** `query`: of the address that the person came back to. Saves the provider with its new key. */
  'finish-provider-sign-in': {
    args: { query: z.string().check(z.maxLength(20_000)) },
    result: ProviderView,
    needsKey: true,
  },
}
