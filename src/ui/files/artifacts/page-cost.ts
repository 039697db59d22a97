/** Tags of a page that is cleaned and drawn; an honest one has some thousands. */
const MOST_TAGS = 20_000
const DEEPEST = 400
/** Elements of style that are open at once: a browser opens each of them anew in every paragraph that follows. */
const MOST_STYLES = 40

const VOID = new Set('area base br col embed hr img input link meta param source track wbr !doctype'.split(' '))
/** Those that the next one of their kind closes. */
const OPTIONAL = new Set('li p td th tr dd dt option optgroup thead tbody tfoot colgroup rt rp'.split(' '))
const STYLES = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const TAG = /<(\/?)([a-z!][^\s/>]{0,40})(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/gi

/**
 * Why cleaning this page would hold up the app, in words; null: it would not. Cleaning reads the whole page in the page's own thread, and
 * what a browser makes of tags that nothing closes can grow with the square of them.
 */
export function pageProblem(text: string): string | null {
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) if (++tags > 2 * MOST_TAGS) return WORDS
  tags = 0
  let depth = 0
  let styles = 0
  for (const [, end, tag = '', closed] of text.matchAll(TAG)) {
    if (++tags > MOST_TAGS) return WORDS
    const name = tag.toLowerCase()
    if (VOID.has(name) || OPTIONAL.has(name) || closed === '/') continue
    const step = end === '/' ? -1 : 1
    depth = Math.max(0, depth + step)
    if (STYLES.has(name)) styles = Math.max(0, styles + step)
    if (depth > DEEPEST || styles > MOST_STYLES) return WORDS
  }
  return null
}

const WORDS = 'This page has too many tags, or too many in each other, to be drawn here. Its file can be downloaded.'
