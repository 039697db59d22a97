/**
 * Characters that are invisible or reverse the text: control and format characters, private and unassigned ones,
 * fillers and variation selectors. Text that contains them can say one thing and mean another.
 */
const HIDDEN =
  /(?![\n\t])(?:[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0\uFFFC]|\p{Variation_Selector}|\u034F|\u17B4|\u17B5)/u
/** The invisible parts of an emoji sequence are harmless. */
const EMOJI =
  /\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?(?:\u200D\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?)*/u
const PIECES = new RegExp(`(?<seen>${EMOJI.source}|[\\n\\t])|(?<hidden>(?:${HIDDEN.source})+)`, 'gu')

export type Piece = { text: string; hidden: boolean }

/** Each UTF-16 unit as JSON writes it, so that what stood in JSON still means the same. */
const asJson = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/**
 * The text in pieces, hidden signs written out (`\u202e`). Line breaks and tabs stay; joined, the pieces are
 * `showHidden`.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { index, groups } of text.matchAll(PIECES)) {
    const hidden = groups?.['hidden']
    if (hidden === undefined) continue
    if (index > from) pieces.push({ text: text.slice(from, index), hidden: false })
    pieces.push({ text: asJson(hidden), hidden: true })
    from = index + hidden.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hidden: false })
  return pieces
}

/** The text with its hidden signs written out. */
export const showHidden = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('')

export const hasHidden = (text: string): boolean => piecesOf(text).some(({ hidden }) => hidden)
