import * as z from 'zod/mini'
import { providerObject } from '../settings/provider.ts'

/** What the page may know of a provider: whether there is a key, never the key. */
export const ProviderView = z.lazy(() => z.object({ ...providerObject().shape, hasKey: z.boolean() }))
export type ProviderView = z.infer<typeof ProviderView>

export const PROVIDER_LIST = { 'list-providers': { result: z.array(ProviderView) } }
