import { ENDS_IN_CJK } from './marks-beside-cjk.ts'
import { closedFormula } from './math-syntax.ts'
import { maskedRow } from './table-cells.ts'

/** Longer blocks are shown as they arrive. */
const MOST = 8000
/** First line of a table, and the part of the line below it that has arrived. */
const TABLE_HEAD = /^(\|[^\n]*)(?:\n\|?[\s:|-]*)?$/
/** A mark whose text, or whose other half, is still to come. */
const DANGLING = /(?:^|(?<=\s))(?:[*_~`]{1,3}|!?\[)$|(?<=[^\s*\\])\*{1,3}$|(?<=[^\s~])~$/
/** A tag whose name is still being written. */
const HALF_TAG = /<\/?[a-z]{0,7}$/i
const HALF_ADDRESS = /<((?:https?|mailto):[^\s<>]*)$/i
/**
 * Characters that turn the line above into a heading, or begin a list item; also a task's checkbox, which counts only
 * when text follows.
 */
const HALF_LINE = /\n[ \t>]*(?:[-=*+]+|[-*+][ \t]+\[[ x]?\]?)\s*$/i
/** The fence of code, before its first line. */
const HALF_FENCE = /(?:^|\n)[ \t>]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$/
/** The beginning of an environment of formulas, with its name. */
const HALF_ENVIRONMENT = /(?<=^|\n) {0,3}\\(?:b(?:e(?:g(?:i(?:n(?:\{[a-zA-Z]*\*?)?)?)?)?)?)?$/
const HALF_TASK = /^([ \t>]*[-*+][ \t]+)\[[ x]?\]?\s*$/i
const HALF_NOTE = /\[\^[^\]\s]*$/
const HALF_LINK = /(?<!\\)!?\[(?!\^)([^\]\n]*)(?:\](?:\([^)\n]*)?)?$/
/** A mark that may still turn out to begin a formula. */
const HALF_FORMULA = /(?:(?<=^|[\s(])(?:\$\$|\$[a-z\\]?)|\\{1,2}[([]?)$/i
/** Formulas, the last of which may be open. Text between amounts of money has none of their signs. */
const FORMULA =
  /\\\\\((?:(?!\\\\\)).)+\\\\\)|\\\\\[(?:(?!\\\\\]).)+\\\\\]|\\\((?:(?!\\\)).)+\\\)|\\\[(?:(?!\\\]).)+\\\]|\$\$[^$]+\$\$|\$(?![\s$])[^$\n]+\$(?![\w$])|(?<open>\\\\\(|\\\\\[|\\\(|\\\[|\$\$|(?<![\w$])\$(?=[^\s$\d][^$\n]*$)(?=[^$\n]*(?:\\[a-z]|\^|\b[a-z]_[\w{]|=)))/gis
const END = /\n[ \t]*(?:\n|[-+*>#][ \t]|\d{1,9}[.)][ \t])/g
const CLOSED: Readonly<Record<string, string>> = {
  '\\(': '\\)',
  '\\[': '\\]',
  '\\\\(': '\\\\)',
  '\\\\[': '\\\\]',
}
/**
 * One of three: a mark; an escaped character; the end of everything that is open (a new paragraph, item, quote or
 * heading).
 */
const SIGN =
  /\\.|(?<ticks>`+)|(?<mark>\*{1,3}|~~|_{1,3})|(?<tag><\/?(?:b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins)>)|(?<end>\n[ \t]*(?:\n|[-+*>#][ \t]|\d{1,9}[.)][ \t]))/gis

/**
 * The last block of growing text as it will look: its marks closed, its link as words, a table from its first line on.
 */
export function finished(raw: string): string {
  if (raw.length > MOST) return raw
  const head = TABLE_HEAD.exec(raw)?.[1]
  if (head !== undefined) return tableOf(head)
  const block = closedFormula(raw.replace(HALF_ENVIRONMENT, ''))
  if (block !== null) return block
  const { text, open } = closeCode(raw.replace(HALF_FENCE, '').replace(HALF_LINE, '').replace(HALF_ENVIRONMENT, ''))
  if (open) return text
  const formula = closeFormula(text)
  if (formula !== null) return formula
  // A mark after a space would close nothing.
  const words = text
    .replace(HALF_FORMULA, '')
    .replace(HALF_TAG, '')
    .replace(HALF_ADDRESS, '$1')
    .replace(HALF_TASK, '$1')
    .replace(DANGLING, '')
    .replace(HALF_NOTE, '')
    .replace(HALF_LINK, '$1')
    .trimEnd()
  return closed(words)
}

const closed = (words: string): string => words + openMarks(words).reverse().join('')

/** Closes a formula that is open at the end, and everything open around it; null: there is none. */
function closeFormula(text: string): string | null {
  const from = [...text.matchAll(END)].at(-1)?.index ?? 0
  // Signs in code are not marks.
  const signs = text.slice(from).replace(/(`+)(?!`).*?(?<!`)\1(?!`)/gs, (code) => ' '.repeat(code.length))
  for (const { index, groups } of signs.matchAll(FORMULA)) {
    const mark = groups?.['open']
    if (mark === undefined) continue
    const at = from + index
    const inner = text.slice(at + mark.length).replace(/[\\$\s]+$/, '')
    const before = text.slice(0, at)
    if (inner === '') return closed(before.trimEnd())
    return before + mark + inner + (CLOSED[mark] ?? mark) + openMarks(before).reverse().join('')
  }
  return null
}

function tableOf(head: string): string {
  const columns = Math.max(
    1,
    maskedRow(head)
      .split(/(?<!\\)\|/)
      .filter((cell) => cell.trim() !== '').length,
  )
  const cells = head.trimEnd().endsWith('|') ? head : `${head} |`
  return `${cells}\n|${' --- |'.repeat(columns)}`
}

/** Closes code that is open at the end, and everything open around it. `open`: there was some. */
function closeCode(text: string): { text: string; open: boolean } {
  for (const { 0: ticks, index } of openTicks(text)) {
    const code = text.slice(index + ticks.length)
    const before = text.slice(0, index)
    if (code.trim() === '') return { text: before + openMarks(before.trimEnd()).reverse().join(''), open: true }
    return { text: text.replace(/`+$/, '') + ticks + openMarks(before).reverse().join(''), open: true }
  }
  return { text, open: false }
}

/** The first run of backticks without a partner. */
function* openTicks(text: string): Generator<RegExpExecArray & { index: number }> {
  const runs = [...text.matchAll(/\\`|`+/g)].filter(([run]) => !run.startsWith('\\'))
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    const close = runs.findIndex(([other], place) => place > at && other === run?.[0])
    if (close === -1) {
      if (run) yield run as RegExpExecArray & { index: number }
      return
    }
    at = close
  }
}

/** Open marks, the outermost first. */
function openMarks(text: string): string[] {
  let open: string[] = []
  let codeUntil = 0
  for (const { 0: sign, index, groups } of text.matchAll(SIGN)) {
    if (index < codeUntil) continue
    if (groups?.['ticks']) {
      const close = text.indexOf(sign, index + sign.length)
      codeUntil = close === -1 ? text.length : close + sign.length
    } else if (groups?.['end']) open = []
    else if (groups?.['tag']) open = afterTag(open, sign.toLowerCase())
    else if (groups?.['mark']) open = afterMark(open, sign, text[index - 1] ?? ' ', text[index + sign.length] ?? ' ')
  }
  return open
}

/** For a tag: its closing tag. */
function afterTag(open: string[], tag: string): string[] {
  if (!tag.startsWith('</')) return [...open, tag.replace('<', '</')]
  const place = open.lastIndexOf(tag)
  return place === -1 ? open : open.toSpliced(place, 1)
}

function afterMark(open: string[], sign: string, before: string, after: string): string[] {
  const parts = sign.length === 3 ? [sign.slice(1), sign.slice(2)] : [sign]
  const closes = !/\s/.test(before) && parts.every((part) => open.includes(part))
  if (closes)
    return open.filter((mark, place) => !parts.some((part) => part === mark && place === open.lastIndexOf(part)))
  // Inside a word it is a letter, or a sign of arithmetic.
  const inWord = /[\p{L}\p{N}]/u.test(before) && !(!sign.startsWith('_') && ENDS_IN_CJK.test(before))
  return /\s/.test(after) || inWord ? open : [...open, ...parts]
}
