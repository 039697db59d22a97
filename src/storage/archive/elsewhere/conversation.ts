/** A conversation that was held with another program, as far as it can be shown here: who said what, in its order. */

/** `at`: wall time, ms; null: not said. `model`: of an answer, null: not said. */
export type Said = { role: 'user' | 'assistant'; text: string; at: number | null; model: string | null }
export type Conversation = {
  title: string
  createdAt: number | null
  said: Said[]
  /** So many messages before these were not taken. */
  leftOut: number
  /** What else was said from some message of it on: each from the first message to its own last one. */
  others?: readonly (readonly Said[])[]
}

/** Characters of one message that are taken. */
const LONGEST = 500_000
/** Messages of one conversation that are taken. */
export const MOST_MESSAGES = 100_000

/** The end of a conversation, from which one goes on. */
export const newest = (said: readonly Said[]): Pick<Conversation, 'said' | 'leftOut'> => ({
  said: said.slice(-MOST_MESSAGES),
  leftOut: Math.max(0, said.length - MOST_MESSAGES),
})

/** What else was said, where anything was. */
export const branchesOf = (others: readonly (readonly Said[])[]): Pick<Conversation, 'others'> => {
  const said = others.filter((other) => other.length > 0).map((other) => newest(other).said)
  return said.length > 0 ? { others: said } : {}
}

export const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const words = (value: unknown): string =>
  typeof value === 'string' ? (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value) : ''

/** A wall time in ms, of seconds since 1970 or of a date in words; null: it is none that can be. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) && time > 0 && time < LATEST ? Math.floor(time) : null
}
const LATEST = Date.UTC(2100, 0)
