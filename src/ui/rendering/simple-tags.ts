import type { Token } from 'marked'

/** Tags that models write where Markdown has no sign for them; all other HTML is shown as text. */
export const SIMPLE_TAG = /^<(\/?)(br|b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins)\s*\/?>$/i

/** Most tags that may be open at once. */
const DEPTH = 10

/**
 * Keeps the simple tags among these tokens that are closed among them, and turns the others into text: a browser
 * continues an open tag in every later paragraph.
 */
export function balanceTags(tokens: Token[]): void {
  const open: { name: string; at: number }[] = []
  const kept = new Set<number>()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'html') continue
    const [, end, tag = ''] = SIMPLE_TAG.exec(token.raw.trim()) ?? []
    const name = tag.toLowerCase()
    if (name === 'br') kept.add(at)
    else if (end === '' && open.length < DEPTH) open.push({ name, at })
    else if (end === '/' && open.at(-1)?.name === name) {
      kept.add(open.pop()?.at ?? at)
      kept.add(at)
    }
  }
  for (const [at, token] of tokens.entries())
    if (token.type === 'html' && !kept.has(at))
      tokens[at] = { type: 'text', raw: token.raw, text: token.raw, escaped: false }
}
