import { innerPictureProblem } from './inner-pictures.ts'
import type { PageKind } from './page-kind.ts'
import { svgProblem } from './svg-cost.ts'
import { tagsOf } from './tags.ts'

/** Most tags of a page that is cleaned and drawn; an honest page has some thousands. */
const MOST_TAGS = 20_000
const DEEPEST = 400
/** Most elements of style that are open at once: a browser opens each again in every later paragraph. */
const MOST_STYLES = 40

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements that the next one of their kind closes. */
const OPTIONAL = new Set('li p td th tr dd dt option optgroup thead tbody tfoot colgroup rt rp'.split(' '))
const STYLES = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
/** Inside a drawing `/>` ends an element. These elements end the drawing; outside a drawing `/>` ends nothing. */
const LEAVES_DRAWING = new Set(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var'.split(
    ' ',
  ),
)

/** Why showing this page without its scripts would block the app, in words; null: it would not. */
export const pageProblem = (text: string, kind: PageKind): string | null =>
  (kind === 'svg' ? svgProblem(text) : tagProblem(text)) ?? innerPictureProblem(text)

/**
 * Why cleaning this page would block the app, in words; null: it would not. Cleaning reads the whole page in the page's
 * own thread, and what a browser makes of unclosed tags can grow with their square.
 */
function tagProblem(text: string): string | null {
  let tags = 0
  let depth = 0
  let styles = 0
  let isInDrawing = false
  /** Open elements by name: an end tag closes nothing else. */
  const open = new Map<string, number>()
  for (const { end, name: written, closed } of tagsOf(text, { xml: false })) {
    if (++tags > MOST_TAGS) return WORDS
    const name = written.toLowerCase()
    if (name === 'svg' || name === 'math') isInDrawing = !end
    else if (LEAVES_DRAWING.has(name)) isInDrawing = false
    if (VOID.has(name) || OPTIONAL.has(name) || (closed && isInDrawing)) continue
    const count = open.get(name) ?? 0
    if (end && count === 0) continue
    const step = end ? -1 : 1
    open.set(name, count + step)
    depth += step
    if (STYLES.has(name)) styles += step
    if (depth > DEEPEST || styles > MOST_STYLES) return WORDS
  }
  return null
}

const WORDS = 'This page has too many or too deeply nested tags to show here. You can download the file.'
