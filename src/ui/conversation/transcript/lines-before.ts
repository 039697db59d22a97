import type { Answer, Message } from '../../../agent/message.ts'

/** Lines shown above a row. `rows`: the loaded rows; a line that cannot be derived from them is left out. */

type Rows = Readonly<Record<number, Message | undefined>>

/** Key of a day: equal for times on the same day. */
export const dayOf = (at: number): string => new Date(at).toDateString()

/**
 * When row `n` was written, if on another day than the row before it; for the first row: on another day than today.
 * Wall times in ms.
 */
export function newDay(rows: Rows, n: number, now: number): number | null {
  const at = rows[n]?.timestamp
  const before = n === 0 ? now : rows[n - 1]?.timestamp
  return at === undefined || before === undefined || dayOf(at) === dayOf(before) ? null : at
}

/** Model of answer `n`, if the answer before it came from another model. */
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
