import type { Answer, Message } from '../../agent/message.ts'

/** What is said of a row in a line above it. `rows`: those that are loaded; what cannot be known from them is not said. */

type Rows = Readonly<Record<number, Message | undefined>>

/** Days are the same where this is. */
export const dayOf = (at: number): string => new Date(at).toDateString()

/** When row `n` was written, if on another day than the row before; the first row: on another than today. Wall times in ms. */
export function newDay(rows: Rows, n: number, now: number): number | null {
  const at = rows[n]?.timestamp
  const before = n === 0 ? now : rows[n - 1]?.timestamp
  return at === undefined || before === undefined || dayOf(at) === dayOf(before) ? null : at
}

/** The model of answer `n`, if another answered last before it. */
export function newModel(rows: Rows, n: number): string | null {
  const model = modelOf(rows[n])
  if (model === null) return null
  for (let before = n - 1; rows[before] !== undefined; before--) {
    const other = modelOf(rows[before])
    if (other === null) continue
    return other.model === model.model && other.providerId === model.providerId ? null : model.model
  }
  return null
}

const modelOf = (row: Message | undefined): Answer['model'] => (row?.role === 'assistant' ? row.model : null)
