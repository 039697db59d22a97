import type { Tokenizer, Tokens } from 'marked'

/**
 * Code within Markdown that is code itself: models put a whole document between fences of three, and the code in it
 * between fences of three, too. By the rules the first inner fence without a label ends the document; here it ends the
 * labelled fence before it.
 */

const IS_MARKDOWN = /^[ \t]*(?:markdown|md|mdx|mkd|qmd|rmd|gfm|commonmark)\b/i

/**
 * The end of a fence that was opened before `body`. `fence`: its signs, `info`: the text after them. null: the rules
 * give the same end, or it has not arrived.
 */
export function endOfNested(text: string, body: number, fence: string, info: string): End | null {
  const { end, isNested } = lookInto(text, body, fence, info)
  return isNested ? end : null
}

/** Whether an inner fence was opened, and the end of the outer fence has not arrived yet. */
export function mayBeNested(text: string, body: number, fence: string, info: string): boolean {
  const { end, isNested } = lookInto(text, body, fence, info)
  return isNested && end === null
}

type End = { index: number; end: number }

function lookInto(text: string, body: number, fence: string, info: string): { end: End | null; isNested: boolean } {
  if (!IS_MARKDOWN.test(info)) return { end: null, isNested: false }
  const sign = fence.charAt(0)
  const line = new RegExp(`^ {0,3}(\\${sign}{${fence.length},})(?!\\${sign})([^\\n]*)(?:\\n|$)`, 'gm')
  line.lastIndex = body
  const open = [fence.length]
  let isNested = false
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    const [whole, signs = '', label = ''] = found
    if (label.trim() !== '') {
      // A label that contains backticks makes the line ordinary text.
      if (!label.includes('`')) open.push(signs.length)
      isNested ||= open.length > 1
    } else if (signs.length >= (open.at(-1) ?? 0)) {
      open.pop()
      if (open.length === 0) return { end: { index: found.index, end: found.index + whole.length }, isNested }
    }
  }
  return { end: null, isNested }
}

/** The code at the beginning of `source`, read by `fences`. */
export function wholeFence(fences: Tokenizer['fences'], source: string): Tokens.Code | undefined {
  const token = fences(source)
  const [opening, indent = '', fence = '', info = ''] = /^( {0,3})(`{3,}|~{3,})([^\n]*)\n/.exec(source) ?? []
  if (token === undefined || opening === undefined) return token
  const end = endOfNested(source, opening.length, fence, info)
  if (end === null || end.end <= token.raw.length) return token
  const text = source.slice(opening.length, end.index).replace(/\n$/, '')
  return {
    ...token,
    raw: source.slice(0, end.end).replace(/\n$/, ''),
    text: indent === '' ? text : text.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), ''),
  }
}
