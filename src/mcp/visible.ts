/**
 * Characters that a person cannot see: tags, direction marks, zero-width signs, controls. Line breaks, tabs and the
 * joiners of emoji and of scripts that need them stay.
 */
const UNSEEN =
  /[\p{Cc}\p{Co}\p{Cn}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** The text that a person can read of it, and how many characters that removes. */
export function visibleOf(text: string): { text: string; removed: number } {
  let removed = 0
  const seen = text.replaceAll('\r\n', '\n').replace(UNSEEN, (sign) => {
    if (sign === '\n' || sign === '\t') return sign
    removed++
    return ''
  })
  return { text: seen, removed }
}
