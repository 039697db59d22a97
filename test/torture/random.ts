/** Repeatable chance: the same seed makes the same choices. */
export type Random = {
  /** In [0, 1). */
  next: () => number
  /** A whole number, both ends included. */
  between: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <Value>(values: readonly Value[]) => Value
  /** One of the keys, each as likely as its weight says. */
  weighted: <Key extends string | number>(weights: Readonly<Partial<Record<Key, number>>>) => Key
}

/** mulberry32 (Tommy Ettinger, public domain). */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('Nothing to pick from')
      return values[between(0, values.length - 1)] as (typeof values)[number]
    },
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      throw new RangeError('Nothing to pick from')
    },
  }
}
