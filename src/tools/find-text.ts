/**
 * Up to this length the platform's own search is always fast; for longer parts, a text can be crafted on which it
 * hardly ends.
 */
const SHORT = 16

/**
 * Like `text.indexOf(part, from)`, in time linear in both: the platform's search can take the product of the two
 * lengths, and the thread cannot be stopped meanwhile.
 */
export function findText(text: string, part: string, from = 0): number {
  return part.length <= SHORT ? text.indexOf(part, from) : textFinder(part)(text, from)
}

/** The same for many texts: `part` is prepared once. */
export function textFinder(part: string): (text: string, from?: number) => number {
  if (part.length <= SHORT) return (text, from = 0) => text.indexOf(part, from)
  const back = fallbacks(part)
  return (text, from = 0) => {
    // Knuth–Morris–Pratt: a matching character of the text is never read again
    let fits = 0
    for (let at = Math.max(0, from); at < text.length; at++) {
      const sign = text.charCodeAt(at)
      while (fits > 0 && sign !== part.charCodeAt(fits)) fits = back[fits - 1] ?? 0
      if (sign === part.charCodeAt(fits)) fits++
      if (fits === part.length) return at - fits + 1
    }
    return -1
  }
}

/** For each matched length, the length that still matches when the next character does not. */
function fallbacks(part: string): Int32Array {
  const back = new Int32Array(part.length)
  for (let at = 1, fits = 0; at < part.length; at++) {
    const sign = part.charCodeAt(at)
    while (fits > 0 && sign !== part.charCodeAt(fits)) fits = back[fits - 1] ?? 0
    if (sign === part.charCodeAt(fits)) fits++
    back[at] = fits
  }
  return back
}
