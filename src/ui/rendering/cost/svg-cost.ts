import { tagsOf } from './tags.ts'

/** Most elements that are drawn, with repeated drawing by reference; maps and charts have some ten thousand. */
const MOST_DRAWN = 100_000
/** Most elements in the text, references, and levels of nesting. */
const MOST_ELEMENTS = 100_000
const MOST_REFERENCES = 20_000
/** Most references of style sheets, each counted for every class of its rule. */
const MOST_KEPT = 1_000_000
const DEEPEST = 200
/** A filter is painted over its element pixel by pixel: each of its parts counts as this many elements. */
const FILTER_PART = 500

/** Elements that are painted only where something refers to them. */
const GRADIENTS = new Set(['linearGradient', 'radialGradient', 'stop'])

type Element = { name: string /** Place after its last descendant. */; end: number; refers: string[] }

const WORDS = 'This drawing repeats itself too often to show here. You can download the file.'

/**
 * Why drawing this SVG would block a thread, in words; null: it would not. A few lines that each repeat the line before
 * ten times draw 10^12 elements, so drawn elements are counted. What cannot be counted (entities, circular references)
 * is not drawn.
 */
export function svgProblem(text: string): string | null {
  if (/<!ENTITY/i.test(text)) return WORDS
  const { elements, ids } = read(text)
  if (elements === null) return WORDS
  const costs = new Map<number, number>()
  const costOf = (at: number, above: ReadonlySet<number>): number => {
    const known = costs.get(at)
    if (known !== undefined) return known
    if (above.has(at) || above.size > DEEPEST) return Number.POSITIVE_INFINITY
    const inside = new Set(above).add(at)
    const { end = at } = elements[at] ?? {}
    let cost = 0
    for (let n = at; n < end && cost <= MOST_DRAWN; n++) {
      const { name = '', refers = [] } = elements[n] ?? {}
      cost += name.startsWith('fe') ? FILTER_PART : 1
      for (const id of refers) {
        const target = ids.get(id)
        if (target !== undefined && !GRADIENTS.has(elements[target]?.name ?? '')) cost += costOf(target, inside)
      }
    }
    costs.set(at, cost)
    return cost
  }
  let drawn = 0
  for (let at = 0; at < elements.length; at = elements[at]?.end ?? elements.length) drawn += costOf(at, new Set())
  return drawn > MOST_DRAWN ? WORDS : null
}

/** Elements in the order of the text, and the place of each id; null: too many. */
function read(text: string): { elements: Element[] | null; ids: Map<string, number> } {
  const styles = readStyles(text)
  if (styles === null) return { elements: null, ids: new Map() }
  const elements: Element[] = []
  const ids = new Map<string, number>()
  const open: number[] = []
  let references = 0
  for (const { end, name: given, attributes, closed } of tagsOf(text, { xml: true })) {
    const name = given.slice(given.indexOf(':') + 1)
    if (end) {
      const place = open.findLastIndex((at) => elements[at]?.name === name)
      for (const at of place === -1 ? [] : open.splice(place)) (elements[at] as Element).end = elements.length
      continue
    }
    const at = elements.length
    const plain = unescaped(attributes)
    const refers = [...referencesIn(plain), ...styles.everywhere]
    for (const one of attribute(plain, 'class').split(/\s+/)) refers.push(...(styles.byClass.get(one) ?? []))
    references += refers.length
    if (at >= MOST_ELEMENTS || open.length > DEEPEST || references > MOST_REFERENCES) return { elements: null, ids }
    elements.push({ name, end: at + 1, refers })
    const id = attribute(plain, 'id')
    if (id !== '' && !ids.has(id)) ids.set(id, at)
    if (!closed) open.push(at)
  }
  for (const at of open) (elements[at] as Element).end = elements.length
  return { elements, ids }
}

/**
 * References of style sheets: of rules for classes, and of all other rules, which may apply to anything. Text in braces
 * counts as a rule wherever it is. null: more than anybody writes.
 */
function readStyles(text: string): { byClass: Map<string, string[]>; everywhere: string[] } | null {
  const byClass = new Map<string, string[]>()
  const everywhere: string[] = []
  let kept = 0
  if (!/<(?:[\w-]+:)?style\b/.test(text)) return { byClass, everywhere }
  for (const piece of unescaped(text).split('}')) {
    const [selector = '', ...rules] = piece.slice(-100_000).split('{')
    const refers = rules.flatMap(referencesIn)
    if (refers.length === 0) continue
    const classes = [...selector.slice(-2000).matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
    if (classes.length === 0) everywhere.push(...refers)
    for (const name of classes) {
      kept += refers.length
      if (kept > MOST_KEPT) return null
      const all = byClass.get(name) ?? []
      // With more, all elements of this class are refused.
      if (all.length <= MOST_REFERENCES) all.push(...refers)
      byClass.set(name, all)
    }
  }
  return { byClass, everywhere }
}

const referencesIn = (text: string): string[] =>
  [...text.matchAll(/(?:href\s*=\s*["']\s*#|url\(\s*(?:["']\s*)?#)([^"')]+)/g)].map(([, id = '']) => decoded(id.trim()))

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean) ?? ''

/** Characters can be written as numbers, in XML (`&#x23;`) and in style sheets (`\23 `). */
export const unescaped = (text: string): string =>
  text
    .replace(/&#x([\da-f]{1,6});/gi, (_, hex: string) => signOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});/g, (_, digits: string) => signOf(Number(digits)))
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, hex: string) => signOf(Number.parseInt(hex, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")

const signOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    // A stray percent sign stays as it is.
    return id
  }
}
