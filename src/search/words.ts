import { fold } from './fold.ts'

/**
 * The words of a text, in the form of the index. Scripts without spaces between words (Chinese, Japanese, Thai, …) are
 * cut into overlapping pairs of characters, plus the last character by itself: so a query is found wherever a
 * dictionary would cut, and so is a single character.
 */

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED =
  /(?:(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])+/gu
/** Longer words (hashes, data as text) are indexed by their beginning. */
const LONGEST = 24
/** Most words of one query; the rest is ignored. */
const MOST_TERMS = 12
const LONGEST_QUERY = 400

/** Calls `found` for each word of a folded text, repeated words again. */
export function eachWord(folded: string, found: (word: string) => void): void {
  for (const [run] of folded.matchAll(WORD)) {
    // most text is plain Latin, and is never cut
    if (/^[a-z0-9]*$/.test(run)) found(run.slice(0, LONGEST))
    else cut(run, found, true)
  }
}

/** The typed text as words: each must be found, as the beginning of a word. */
export function termsOf(query: string): string[] {
  const words = new Set<string>()
  for (const [run] of fold(query.slice(0, LONGEST_QUERY)).matchAll(WORD)) cut(run, (word) => words.add(word), false)
  return [...words].slice(0, MOST_TERMS)
}

/** `ends`: adds the last character of a run by itself. A run of one character is that character. */
function cut(run: string, found: (word: string) => void, ends: boolean): void {
  let at = 0
  for (const match of run.matchAll(UNSPACED)) {
    if (match.index > at) found(run.slice(at, match.index).slice(0, LONGEST))
    const signs = [...match[0]]
    for (let n = 0; n + 1 < signs.length; n++) found(`${signs[n]}${signs[n + 1]}`)
    if (ends || signs.length === 1) found(signs.at(-1) ?? '')
    at = match.index + match[0].length
  }
  if (at < run.length) found(run.slice(at).slice(0, LONGEST))
}
