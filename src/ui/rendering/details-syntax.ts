import type { TokenizerAndRendererExtension } from 'marked'

/** `<details>` with its summary, whose text is Markdown; closed at first. With attributes it stays text. */

const OPEN = /^ {0,3}<details(?:\s+open)?\s*>/i
const TAGS = /<(\/?)details(?:\s+open)?\s*>/gi
// A summary that is still being written ends with the text.
const SUMMARY = /^\s*<summary>([\s\S]*?)(?:<\/summary>|$)/i
const END = /^ {0,3}<\/(?:details|summary)>[ \t]*(?:\n+|$)/i
const FENCE_OR_DETAILS = /\n(?=```|~~~)|(?<=^|\n) {0,3}<(\/?)details(?:\s+open)?\s*>|<(\/)details>/gi

/** Place of the first code fence outside any `<details>`; -1: none. */
export function fenceOutside(text: string): number {
  let depth = 0
  for (const { 0: found, 1: end, 2: closes, index } of text.matchAll(FENCE_OR_DETAILS)) {
    if (found !== '\n') depth = Math.max(0, depth + (end === '/' || closes === '/' ? -1 : 1))
    else if (depth === 0) return index
  }
  return -1
}

/**
 * End of the element that is open at the beginning: `body` is before its closing tag, `end` after it; both are the end
 * of the text if nothing closes it.
 */
function endOf(source: string): { body: number; end: number } {
  let depth = 0
  for (const { 0: tag, 1: closes, index } of source.matchAll(TAGS)) {
    depth += closes === '/' ? -1 : 1
    if (depth === 0) return { body: index, end: index + tag.length }
  }
  return { body: source.length, end: source.length }
}

export const detailsSyntax: TokenizerAndRendererExtension[] = [
  {
    name: 'details',
    level: 'block',
    start: (source) => /\n {0,3}<\/?details/i.exec(source)?.index,
    tokenizer(source) {
      const open = OPEN.exec(source)
      if (!open) return undefined
      const { body, end } = endOf(source)
      const inside = source.slice(open[0].length, body)
      const [raw = '', words = ''] = SUMMARY.exec(inside) ?? []
      return {
        type: 'details',
        raw: source.slice(0, end) + (/^[ \t]*\n+/.exec(source.slice(end))?.[0] ?? ''),
        summary: this.lexer.inlineTokens(words.trim()),
        tokens: this.lexer.blockTokens(inside.slice(raw.length).replace(/^\n+/, '')),
      }
    },
    renderer({ summary = [], tokens = [] }) {
      const words = summary.length > 0 ? `<summary>${this.parser.parseInline(summary)}</summary>` : ''
      return `<details>${words}${this.parser.parse(tokens)}</details>`
    },
  },
  {
    // A closing tag whose opening tag was cut off, or never written.
    name: 'details-end',
    level: 'block',
    tokenizer: (source) => {
      const end = END.exec(source)
      return end ? { type: 'details-end', raw: end[0] } : undefined
    },
    renderer: () => '',
  },
]
