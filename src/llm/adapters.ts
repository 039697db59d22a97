import type { ProviderKind } from '../settings/provider-kind.ts'
import type { Adapter } from './adapter.ts'

const LOADERS: Record<ProviderKind, () => Promise<{ adapter: Adapter }>> = {
  'openai-compatible': () => import('./openai-compatible.ts'),
  openai: () => import('./openai.ts'),
  azure: () => import('./openai.ts'),
  anthropic: () => import('./anthropic.ts'),
  openrouter: () => import('./openrouter.ts'),
  google: () => import('./google.ts'),
  demo: () => import('./demo.ts'),
}

/**
 * Loads the code of a provider family on first use: none of it is in the first load. Rejects if the chunk cannot be
 * fetched.
 */
export async function loadAdapter(kind: ProviderKind): Promise<Adapter> {
  return (await LOADERS[kind]()).adapter
}
