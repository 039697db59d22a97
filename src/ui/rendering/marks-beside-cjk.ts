import type { Lexer, Tokenizer, Tokens } from 'marked'

/**
 * Marks next to Chinese, Japanese and Korean. Markdown tells opening marks from closing marks by spaces, which these
 * scripts do not have: by its rules `**重点：**请看` and `请看*“重点”*一节` are not marks, and every reader sees the asterisks.
 */

const SCRIPT = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`
export const ENDS_IN_CJK = new RegExp(`[${SCRIPT}]$`, 'u')
const BEGINS_WITH_CJK = new RegExp(`^[${SCRIPT}]`, 'u')
const SIGN = /[\p{P}\p{S}]/u
/** Punctuation or a symbol of these scripts, which needs no space next to it. */
const OWN_SIGN = /(?![!-~])[\p{P}\p{S}]/u
const LETTER = /[\p{L}\p{N}]/u

type Kind = { mark: string; words: RegExp }
/** `inside`: pattern of a character between two marks; the sign itself may occur there in another count. */
const kind = (mark: string, inside: string): Kind => {
  const sign = mark.startsWith('*') ? '\\*' : mark.charAt(0)
  const all = sign.repeat(mark.length)
  return { mark, words: new RegExp(`^${all}(?![\\s${sign}])(${inside}+?)(?<![\\s${sign}])${all}(?!${sign})`, 'u') }
}
const KINDS: readonly Kind[] = [
  kind('***', '[^*\\n]'),
  kind('**', '(?:[^*\\n]|(?<!\\*)\\*(?!\\*))'),
  kind('*', '(?:[^*\\n]|(?<!\\*)\\*\\*(?!\\*))'),
  kind('___', '[^_\\n]'),
  kind('__', '(?:[^_\\n]|(?<!_)_(?!_))'),
]
const STRUCK = kind('~~', '(?:[^~\\n]|(?<!~)~(?!~))')

/** `masked`: the text with the marks of links and code hidden, as long as the rest of it. */
export function marksBesideCjk(
  lexer: Lexer,
  source: string,
  masked: string,
  before: string,
): ReturnType<Tokenizer['emStrong']> {
  const rest = masked.slice(masked.length - source.length)
  for (const each of KINDS) {
    const found = foundBesideCjk(each, rest, source, before)
    if (found === null) continue
    const { raw, text } = found
    if (each.mark.length === 1) return { type: 'em', raw, text, tokens: lexer.inlineTokens(text) } satisfies Tokens.Em
    const strong = { type: 'strong', raw, text, tokens: lexer.inlineTokens(text) } satisfies Tokens.Strong
    if (each.mark.length === 2) return strong
    return { type: 'em', raw, text, tokens: [strong] } satisfies Tokens.Em
  }
  return undefined
}

export function struckBesideCjk(
  lexer: Lexer,
  source: string,
  masked: string,
  before: string,
): ReturnType<Tokenizer['del']> {
  const found = foundBesideCjk(STRUCK, masked.slice(masked.length - source.length), source, before)
  return found ? { type: 'del', ...found, tokens: lexer.inlineTokens(found.text) } : undefined
}

function foundBesideCjk(
  { mark, words }: Kind,
  rest: string,
  source: string,
  before: string,
): { raw: string; text: string } | null {
  const found = words.exec(rest)
  if (found === null) return null
  const raw = source.slice(0, found[0].length)
  const text = raw.slice(mark.length, -mark.length)
  const after = source.slice(raw.length)
  const opens = isBeside(text.charAt(0), ENDS_IN_CJK.test(before), before, mark)
  // An escaped sign is a letter.
  const closes =
    !/\\.$/.test(text) && isBeside(text.charAt(text.length - 1), BEGINS_WITH_CJK.test(after), after.charAt(0), mark)
  return opens || closes ? { raw, text } : null
}

/**
 * Whether a mark is between the sign `inner` and a letter of these scripts. An underline may be between two letters,
 * too.
 */
const isBeside = (inner: string, isCjk: boolean, outer: string, mark: string): boolean =>
  isCjk
    ? SIGN.test(inner) || (mark.startsWith('_') && BEGINS_WITH_CJK.test(inner))
    : OWN_SIGN.test(inner) && LETTER.test(outer)
