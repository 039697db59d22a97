import { type Folded, fold, foldWithPlaces } from '../../../search/fold.ts'
import { literalSpans, wordSpans } from '../../../search/spans.ts'
import { termsOf } from '../../../search/words.ts'

/** Highlights matches without changing the page: ranges that the browser paints. */

/** Text to find. `exact`: literally; else each word, as the beginning of a word. */
export type Needle = { query: string; exact: boolean }

const BLOCKS = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, div, blockquote, summary, code-block, [data-find]'
/**
 * Text that the page adds to a message: names of buttons and of languages, source numbers, visible forms of hidden
 * characters.
 */
const NOT_SAID = 'button, figcaption, .source-mark, .hidden-sign'

type Placed = { node: Text; at: number }
/** Text of an element, folded for comparison, and its text nodes. */
export type Scan = { folded: Folded; nodes: readonly Placed[] }

export function scan(root: Element): Scan {
  const { text, nodes } = textOf(root)
  return { folded: foldWithPlaces(text), nodes }
}

export function rangesIn({ folded, nodes }: Scan, { query, exact }: Needle): Range[] {
  const spans = exact ? literalSpans(folded, fold(query.trim())) : wordSpans(folded, termsOf(query))
  return spans.flatMap(({ from, to }) => rangeOf(nodes, from, to) ?? [])
}

/** Blocks are separated. */
function textOf(root: Element): { text: string; nodes: Placed[] } {
  const nodes: Placed[] = []
  let text = ''
  let block: Element | null = null
  let isParted = false
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT
    if (!(node as Element).matches(NOT_SAID)) return NodeFilter.FILTER_SKIP
    isParted = true
    return NodeFilter.FILTER_REJECT
  })
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text
    const own = node.parentElement?.closest(BLOCKS) ?? null
    if ((own !== block || isParted) && text !== '') text += '\n'
    block = own
    isParted = false
    nodes.push({ node, at: text.length })
    text += node.data
  }
  return { text, nodes }
}

function rangeOf(nodes: readonly Placed[], from: number, to: number): Range | null {
  const first = nodes[lastAt(nodes, from)]
  const last = nodes[lastAt(nodes, to - 1)]
  if (first === undefined || last === undefined) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(from - first.at, first.node.length))
  range.setEnd(last.node, Math.min(to - last.at, last.node.length))
  return range
}

/** Index of the last node that begins at `at` or before; -1: none. */
function lastAt(nodes: readonly Placed[], at: number): number {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((nodes[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Paints ranges under a highlight name of the style sheet; an empty list clears it. Does nothing if the browser does
 * not support it.
 */
export function paint(name: 'found' | 'found-now', ranges: readonly Range[]): void {
  if (typeof Highlight === 'undefined' || CSS.highlights === undefined) return
  if (ranges.length === 0) return void CSS.highlights.delete(name)
  const highlight = new Highlight()
  // without a priority the highlight registered last would cover the other
  highlight.priority = name === 'found-now' ? 1 : 0
  for (const range of ranges) highlight.add(range)
  CSS.highlights.set(name, highlight)
}
