import type { ThinkingLevel } from './port.ts'

/** In the terms of the provider libraries, which replace unknown levels by the nearest. */
export type Effort = Exclude<ThinkingLevel, 'off'> | 'none'

export const effortOf = (level: ThinkingLevel): Effort => (level === 'off' ? 'none' : level)

const ORDER = ['minimal', 'low', 'medium', 'high', 'max'] as const

/**
 * The nearest of the levels that a server accepts (in order, at least one): the same, else the next lower one, else the
 * lowest.
 */
export function nearestEffort<Word extends string>(
  level: Exclude<ThinkingLevel, 'off'>,
  taken: Partial<Record<(typeof ORDER)[number], Word>>,
): Word | undefined {
  const wish = ORDER.indexOf(level)
  const known = ORDER.flatMap((name, place) => (taken[name] === undefined ? [] : [{ place, word: taken[name] }]))
  return (known.findLast(({ place }) => place <= wish) ?? known[0])?.word
}
