import { fold, foldWithPlaces } from '../../search/fold.ts'
import { literalSpans, wordSpans } from '../../search/spans.ts'
import { termsOf } from '../../search/words.ts'

/** Marks words in what is on the page without touching it: ranges that the browser paints. */

/** What is looked for. `exact`: to the letter; else each word, as the beginning of a word. */
export type Needle = { query: string; exact: boolean }

const BLOCKS = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, div, blockquote, summary, code-block'
/** Where the words of a person and of a model stand. */
const SAID = '.bubble, .markdown'

/** Where it stands in a message. What is exact is looked for in what was said alone, as the worker counts it. */
export function rangesIn(article: Element, { query, exact }: Needle): Range[] {
  const roots = exact ? [...article.querySelectorAll(SAID)] : [article]
  return roots.flatMap((root) => {
    const { text, nodes } = textOf(root)
    const folded = foldWithPlaces(text)
    const spans = exact ? literalSpans(folded, fold(query.trim())) : wordSpans(folded, termsOf(query))
    return spans.flatMap(({ from, to }) => rangeOf(nodes, from, to) ?? [])
  })
}

type Placed = { node: Text; at: number }

/** The text of an element; blocks are apart. */
function textOf(root: Element): { text: string; nodes: Placed[] } {
  const nodes: Placed[] = []
  let text = ''
  let block: Element | null = null
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text
    const own = node.parentElement?.closest(BLOCKS) ?? null
    if (own !== block && text !== '') text += '\n'
    block = own
    nodes.push({ node, at: text.length })
    text += node.data
  }
  return { text, nodes }
}

function rangeOf(nodes: readonly Placed[], from: number, to: number): Range | null {
  const first = nodes.findLast(({ at }) => at <= from)
  const last = nodes.findLast(({ at }) => at < to)
  if (first === undefined || last === undefined) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.at, first.node.length))
  range.setEnd(last.node, Math.min(to - last.at, last.node.length))
  return range
}

/** Paints ranges under a name of the style sheet; none: takes them away. A browser that cannot, does not. */
export function paint(name: 'found' | 'found-now', ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined' || CSS.highlights === undefined) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}
