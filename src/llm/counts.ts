import { isRecord } from './is-record.ts'

/** Counts of tokens as servers write them: the libraries take numbers alone, and end an answer at anything else. */

/** The numeric fields of an object, including numbers written as text. */
export function numbersIn(counts: unknown): Record<string, number> {
  if (!isRecord(counts)) return {}
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, value]): [string, number][] => {
      const count = typeof value === 'string' ? numberOf(value) : value
      return typeof count === 'number' ? [[name, count]] : []
    }),
  )
}

/**
 * The same object where every number is one; else with the numbers that are written as text as numbers, and without
 * other text.
 */
export function withNumbers(counts: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(counts)
  const made = entries.map(([name, value]) => [name, isRecord(value) ? withNumbers(value) : plain(value)] as const)
  if (made.every(([, value], at) => value === entries[at]?.[1])) return counts
  return Object.fromEntries(made.filter(([, value]) => value !== undefined))
}

const plain = (value: unknown): unknown => (typeof value === 'string' ? numberOf(value) : value)

const numberOf = (text: string): number | undefined => (/^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined)
