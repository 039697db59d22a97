/** For a sentence: at most 3,000 characters. */
export const text = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 3000)
/** Equal as stored: fields that are undefined do not count, nor does the order of fields. */
export const same = (a: unknown, b: unknown): boolean => normal(a) === normal(b)
const normal = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  ) ?? ''
