/** Up to this length the platform's own search is quick whatever is searched; beyond, a text can be made on which it takes for ever. */
const SHORT = 16

/**
 * As `text.indexOf(part, from)`, in time linear in both: the platform's search takes as many steps as the product of the two lengths when
 * they are made for it, and whoever searches cannot be stopped meanwhile.
 */
export function findText(text: string, part: string, from = 0): number {
  return part.length <= SHORT ? text.indexOf(part, from) : textFinder(part)(text, from)
}

/** The same for many texts: what is looked for is prepared once. */
export function textFinder(part: string): (text: string, from?: number) => number {
  if (part.length <= SHORT) return (text, from = 0) => text.indexOf(part, from)
  const back = fallbacks(part)
  return (text, from = 0) => {
    // Knuth, Morris, Pratt: no sign of the text is looked at again once it fits
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

/** For each length that fits, the length that still fits when the next sign does not. */
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
