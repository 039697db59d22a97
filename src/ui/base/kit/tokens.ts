/** A number of tokens as people say it: 950, 12k, 1.2M. */
export const tokens = (count: number): string => {
  if (count < 1000) return String(Math.round(count))
  if (count < 100_000) return `${trim(count / 1000)}k`
  if (count < 1_000_000) return `${Math.round(count / 1000)}k`
  return `${trim(count / 1_000_000)}M`
}

const trim = (value: number): string => value.toFixed(1).replace(/\.0$/, '')
