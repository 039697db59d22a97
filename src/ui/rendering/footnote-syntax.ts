import type { TokenizerAndRendererExtension } from 'marked'

/**
 * Footnotes: `[^1]` is raised; the note stays where it was written, after the same sign. `dfn` holds the sign until
 * markdown-sanitise.ts raises it, which distinguishes it from raised text of the model.
 */

const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const MARK = /^\[\^([^\]\s[]{1,40})\](?!:)/
const NOTE = /^ {0,3}\[\^([^\]\s[]{1,40})\]:[ \t]*([^\n]*(?:\n(?![ \t]*(?:\n|\[\^))[^\n]+)*)(?:\n+|$)/

export const footnoteSyntax: TokenizerAndRendererExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    start: (source) => /\n {0,3}\[\^/.exec(source)?.index,
    tokenizer(source) {
      const found = NOTE.exec(source)
      if (!found) return undefined
      const [raw, name, words = ''] = found
      return { type: 'footnote', raw, name, tokens: this.lexer.inline(words) }
    },
    renderer({ name, tokens = [] }) {
      return `<p><dfn>${quote(String(name))}</dfn> <small>${this.parser.parseInline(tokens)}</small></p>`
    },
  },
  {
    name: 'footnote-mark',
    level: 'inline',
    start: (source) => /\[\^/.exec(source)?.index,
    tokenizer: (source) => {
      const found = MARK.exec(source)
      return found ? { type: 'footnote-mark', raw: found[0], name: found[1] } : undefined
    },
    renderer: ({ name }) => `<dfn>${quote(String(name))}</dfn>`,
  },
]
