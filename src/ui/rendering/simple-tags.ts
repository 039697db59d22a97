import type { Token } from 'marked'

/** Tags that models write into markdown for want of a sign of its own; all other HTML is shown as the text it is. */
export const SIMPLE_TAG = /^<(\/?)(br|b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins)\s*\/?>$/i

/** How many may be open at once. */
const DEPTH = 10

/**
 * Leaves of the simple tags among these tokens those that are closed among them, and makes text of the rest: a browser carries a tag that
 * is left open on into every paragraph that follows.
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
