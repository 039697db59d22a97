import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/**
 * Maths in markdown: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`. It becomes `var` (in a line) and `samp` (in lines of its own), which no other text can
 * make; markdown.ts sets it. Amounts of money stay what they are.
 */

/** Characters of one formula; what is longer stays text. */
const MOST = 4000
const BLOCK = new RegExp(
  `^ {0,3}(?:\\$\\$((?:(?!\\n[ \\t]*\\n|\\$\\$).){1,${MOST}})\\$\\$|\\\\\\[((?:(?!\\n[ \\t]*\\n|\\\\\\]).){1,${MOST}})\\\\\\])[ \\t]*(?:\\n+|$)`,
  's',
)
/** Not closed yet: were it text until then, a line that begins with a minus would be a list. */
const OPEN = new RegExp(`^ {0,3}(?:\\$\\$|\\\\\\[)[ \\t]*\\n((?:(?!\\n[ \\t]*\\n).){0,${MOST}})$`, 's')
const DISPLAY = /^(?:\$\$((?:[^$\\]|\\.){1,2000})\$\$|\\\[((?:(?!\\\]).){1,2000})\\\])/s
const INLINE = /^(?:\\\(((?:(?!\\\)).){1,2000})\\\)|\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,500})\$(?![\w$]))/s

/** `$5 (or 6$)` is money. */
const isMoney = (text: string): boolean =>
  /\s$/.test(text) || (/^\d/.test(text) && !/^\d+(?:\.\d+)?$/.test(text) && !/[\\^_=+<>{}]/.test(text))

const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const token = (type: string, raw: string, text: string, display: boolean): Tokens.Generic => ({
  ...{ type, raw, text, display },
})
const render = ({ text, display }: Tokens.Generic): string =>
  display ? `<samp>${quote(String(text))}</samp>` : `<var>${quote(String(text))}</var>`

export const mathSyntax: TokenizerAndRendererExtension[] = [
  {
    name: 'math-block',
    level: 'block',
    start: (source) => /\n {0,3}(?:\$\$|\\\[)/.exec(source)?.index,
    tokenizer: (source) => {
      const closed = BLOCK.exec(source)
      if (closed) return token('math-block', closed[0], (closed[1] ?? closed[2] ?? '').trim(), true)
      const open = OPEN.exec(source)
      return open ? token('math-block', open[0], (open[1] ?? '').trim(), true) : undefined
    },
    renderer: (math) => `<p>${render(math)}</p>`,
  },
  {
    name: 'math',
    level: 'inline',
    start: (source) => /\$|\\[([]/.exec(source)?.index,
    tokenizer: (source) => {
      const display = DISPLAY.exec(source)
      if (display) return token('math', display[0], display[1] ?? display[2] ?? '', true)
      const [raw, round, single] = INLINE.exec(source) ?? []
      if (raw === undefined || (single !== undefined && isMoney(single))) return undefined
      return token('math', raw, round ?? single ?? '', false)
    },
    renderer: render,
  },
]
