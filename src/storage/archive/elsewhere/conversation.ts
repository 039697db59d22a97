/** A conversation with another program, as far as it can be shown here: its messages in order. */

/** `at`: wall time, ms; null: unknown. `model`: of an answer; null: unknown. */
export type Said = { role: 'user' | 'assistant'; text: string; at: number | null; model: string | null }
export type Conversation = {
  title: string
  createdAt: number | null
  said: Said[]
  /** How many earlier messages were left out. */
  leftOut: number
  /** The other branches, each from the first message to its own last. */
  others?: readonly (readonly Said[])[]
}

/** Most characters of one message; the rest is left out. */
const LONGEST = 500_000
/** Most messages of one conversation; earlier messages are left out. */
export const MOST_MESSAGES = 100_000

/** The end of a conversation, where the person continues. */
export const newest = (said: readonly Said[]): Pick<Conversation, 'said' | 'leftOut'> => ({
  said: said.slice(-MOST_MESSAGES),
  leftOut: Math.max(0, said.length - MOST_MESSAGES),
})

/** The other branches, if there are any. */
export const branchesOf = (others: readonly (readonly Said[])[]): Pick<Conversation, 'others'> => {
  const said = others.filter((other) => other.length > 0).map((other) => newest(other).said)
  return said.length > 0 ? { others: said } : {}
}

export const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const words = (value: unknown): string =>
  typeof value === 'string' ? (value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value) : ''

/** A wall time in ms, from seconds since 1970 or a date as text. null: not a valid time. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) && time > 0 && time < LATEST ? Math.floor(time) : null
}
const LATEST = Date.UTC(2100, 0)
