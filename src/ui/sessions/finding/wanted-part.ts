import type { Message } from '../../../agent/message.ts'
import { fold, foldWithPlaces } from '../../../search/fold.ts'
import { countIn } from '../../../search/occurrences.ts'
import { partsOf, type RowPart } from '../../../search/row-parts.ts'
import { wordSpans } from '../../../search/spans.ts'
import { termsOf } from '../../../search/words.ts'
import type { WantedPlace } from '../../base/state/wanted-place.ts'
import { rangesIn, scan } from './found-text.ts'
import { cardOfCall, cardOfRun, piecesOf, saidIn } from './places.ts'

/**
 * Part of a message, and the index `nth` of the wanted match in it. `at`: index among the parts of the same kind (texts
 * of the message, runs of code). `count`: number of matches in the part.
 */
export type WantedPart = { part: RowPart; at: number; nth: number; count: number }

export function wantedPart(message: Message, { query, exact }: WantedPlace): WantedPart | null {
  const parts = placed(message)
  if (exact === null) {
    const terms = termsOf(query)
    const spans = (text: string): number => wordSpans(foldWithPlaces(text), terms).length
    // texts of the message come first, as they do in the list of results
    const said = parts.filter(({ part }) => part.kind === 'said')
    const others = parts.filter(({ part }) => part.kind !== 'said')
    const found = [...said, ...others].find(({ part }) => spans(part.text) > 0)
    return found === undefined ? null : { ...found, nth: 0, count: 1 }
  }
  const needle = fold(query.trim())
  let before = 0
  let last: WantedPart | null = null
  for (const { part, at } of parts) {
    const count = countIn(fold(part.text), needle)
    if (count === 0) continue
    last = { part, at, nth: Math.min(exact.nth - before, count - 1), count }
    before += count
    if (before > exact.nth) break
  }
  return last
}

/**
 * Number of matches in a message, as shown on the page. Texts are counted there, because the search reads layout marks
 * only roughly. Null: the message is not complete yet.
 */
export function countShown(article: Element, message: Message, query: string): number | null {
  if (article.querySelector('.markdown.plain, .markdown .plain') !== null) return null
  if (message.role === 'assistant' && message.status === 'streaming') return null
  const needle = fold(query.trim())
  const said = saidIn(article)
  return placed(message).reduce((sum, { part, at }) => {
    const shown = part.kind === 'said' ? said[at] : undefined
    const count = shown ? rangesIn(scan(shown), { query, exact: true }).length : countIn(fold(part.text), needle)
    return sum + count
  }, 0)
}

function placed(message: Message): { part: RowPart; at: number }[] {
  const seen = { said: 0, run: 0, call: 0 }
  return partsOf(message).map((part) => ({ part, at: seen[part.kind]++ }))
}

/** Element that holds the part; null: it is folded away, or has not arrived. */
export function holderOf(article: Element, { part, at }: WantedPart): HTMLElement | null {
  if (part.kind === 'said') return saidIn(article)[at] ?? null
  return part.kind === 'call' ? cardOfCall(article, part.id) : cardOfRun(article, at)
}

/** Ranges of the matches in a part. */
export function rangesOfPart(article: Element, wanted: WantedPart, { query, exact }: WantedPlace): Range[] {
  const holder = holderOf(article, wanted)
  if (holder === null) return []
  const pieces = wanted.part.kind === 'said' ? [holder] : piecesOf(holder)
  return pieces.flatMap((piece) => rangesIn(scan(piece), { query, exact: exact !== null }))
}
