/**
 * Words are compared folded: lower case, without accents, with wide and half-width forms unified, and the Greek final
 * sigma like any other. Each character is folded by itself, so that a position in the folded text can be mapped back to
 * the text.
 */

const OTHERS: Record<string, string> = { ß: 'ss', ø: 'o', đ: 'd', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i', ς: 'σ' }
const known = new Map<string, string>()
/** More characters than living scripts need: hostile text must not make the cache grow without limit. */
const MOST_KNOWN = 20_000

function foldSign(sign: string): string {
  const found = known.get(sign)
  if (found !== undefined) return found
  const bare = sign
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  const folded = bare.replace(/[ßøđłæœıς]|\u0307/g, (one) => OTHERS[one] ?? '')
  if (known.size < MOST_KNOWN) known.set(sign, folded)
  return folded
}

export function fold(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, foldSign).toLowerCase()
}

/**
 * `starts[i]`: the position in the text of the character that produced unit i of the folded text; one more entry at the
 * end, for its length.
 */
export type Folded = { text: string; starts: Uint32Array }

export function foldWithPlaces(text: string): Folded {
  const parts: string[] = []
  const starts: number[] = []
  let at = 0
  for (const sign of text) {
    const folded = sign.length === 1 && sign < '\x80' ? sign.toLowerCase() : foldSign(sign)
    parts.push(folded)
    for (let n = 0; n < folded.length; n++) starts.push(at)
    at += sign.length
  }
  starts.push(at)
  return { text: parts.join(''), starts: Uint32Array.from(starts) }
}
