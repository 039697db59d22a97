import type { AdapterOptions } from './adapter.ts'

/**
 * Tells Anthropic's models to cache everything before this point; null: no caching. `1h` costs more to write, and lasts
 * longer.
 */
export function cachePoint(advanced: AdapterOptions['advanced']): { type: 'ephemeral'; ttl?: '1h' } | null {
  const { cacheRetention = 'short' } = advanced ?? {}
  if (cacheRetention === 'none') return null
  return { type: 'ephemeral', ...(cacheRetention === 'long' && { ttl: '1h' as const }) }
}
