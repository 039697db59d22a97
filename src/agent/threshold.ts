import type { Config } from './config.ts'

/** The size above which the history is compressed, in the provider's tokens; null: never. */
export const thresholdOf = ({
  compressAbove,
  compressAt,
  window,
}: Pick<Config, 'compressAbove' | 'compressAt' | 'window'>): number | null => {
  if (compressAbove !== null) return compressAbove
  return compressAt == null || window === undefined ? null : Math.floor(window.size * compressAt)
}
