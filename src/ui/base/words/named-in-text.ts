import type { Pieces } from '../../../protocol/search.ts'
import { toolWords } from './tool-words.ts'

/** Tool name in the worker's label "Result of read_file" of a request; null if it is no result. */
export const resultOf = (label: string): string | null => /^Result of (\S+)$/.exec(label)?.[1] ?? null

/** A call in a search result: an arrow, and the name after it. */
const CALL = /→ ([\w-]+)/g

/**
 * Search result with readable tool names in place of the tools' own. A name that contains the match is marked as a
 * whole.
 */
export function withToolWords(pieces: Pieces): Pieces {
  const text = pieces.map((piece) => piece.text).join('')
  const calls = [...text.matchAll(CALL)].map(({ index, 0: whole, 1: name = '' }) => ({
    from: index + whole.length - name.length,
    to: index + whole.length,
    label: toolWords(name).label,
  }))
  if (calls.length === 0) return pieces
  const shown: Pieces = []
  let at = 0
  for (const piece of pieces) {
    const end = at + piece.text.length
    let from = at
    for (const call of calls) {
      if (call.to <= from || call.from >= end) continue
      if (call.from > from) shown.push({ text: text.slice(from, call.from), marked: piece.marked })
      const begins = call.from >= at
      const last = shown.at(-1)
      if (begins) shown.push({ text: call.label, marked: piece.marked })
      else if (piece.marked && last !== undefined) shown[shown.length - 1] = { ...last, marked: true }
      from = Math.min(call.to, end)
    }
    if (from < end) shown.push({ text: text.slice(from, end), marked: piece.marked })
    at = end
  }
  return shown
}
