/**
 * Most characters that are laid out at once: a browser lays out a paragraph as a whole, and one of a megabyte blocks
 * the page for seconds.
 */
export const LONG = 20_000
const PIECE = 4000

/** A long text in pieces that end at a line break if possible, and never between the two halves of one character. */
export function textPieces(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const line = from + PIECE < text.length ? text.slice(from, from + PIECE).lastIndexOf('\n') : -1
    const wish = from + (line > 0 ? line + 1 : PIECE)
    const to = /[\ud800-\udbff]/.test(text[wish - 1] ?? '') ? wish + 1 : wish
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
