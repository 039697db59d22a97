import type { Lexer, Tokenizer, Tokens } from 'marked'

/**
 * Bold beside Chinese, Japanese and Korean. Markdown tells marks that open from marks that close by spaces, which these scripts do not have:
 * by its rules `**重点：**请看` and `请看**“重点”**一节` are no bold, and every reader sees the asterisks.
 */

const SCRIPT = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`
export const ENDS_IN_CJK = new RegExp(`[${SCRIPT}]$`, 'u')
const BEGINS_WITH_CJK = new RegExp(`^[${SCRIPT}]`, 'u')
const SIGN = /[\p{P}\p{S}]/u
const BOLD = /^\*\*(?![\s*])([^*\n]+)(?<!\s)\*\*(?!\*)/u

/** `masked`: the text in which links and code hide their marks, as long as what is left of it is. */
export function boldBesideCjk(
  lexer: Lexer,
  source: string,
  masked: string,
  before: string,
): ReturnType<Tokenizer['emStrong']> {
  const found = BOLD.exec(masked.slice(masked.length - source.length))
  if (found === null) return undefined
  const raw = source.slice(0, found[0].length)
  const text = raw.slice(2, -2)
  const opens = SIGN.test(text.charAt(0)) && ENDS_IN_CJK.test(before)
  const closes = SIGN.test(text.charAt(text.length - 1)) && BEGINS_WITH_CJK.test(source.slice(raw.length))
  if (!opens && !closes) return undefined
  return { type: 'strong', raw, text, tokens: lexer.inlineTokens(text) } satisfies Tokens.Strong
}
