import type { Config } from './config.ts'

/** The size above which the history is compressed, in tokens of the provider; null: it never is. */
export const thresholdOf = ({
  compressAbove,
  compressAt,
  window,
}: Pick<Config, 'compressAbove' | 'compressAt' | 'window'>): number | null => {
  if (compressAbove !== null) return compressAbove
  return compressAt == null || window === undefined ? null : Math.floor(window.size * compressAt)
}
