import { locale } from '../../base/words/language.ts'
import { t } from '../../base/words/t.ts'
import { markdownElement } from '../../rendering/markdown.ts'

/** Turns Markdown into spoken text. */

/** Some voices stop in the middle of longer pieces. */
const LONGEST = 220
const BLOCKS = 'p, li, h2, h3, h4, h5, h6, blockquote, pre, tr, summary'

export type Spoken = { pieces: string[]; language: string }

/**
 * Spoken text of Markdown, in pieces of a sentence or two, and its language: code is announced in that language, but
 * not read. `own`: the browser's language.
 */
export function spokenWords(markdown: string, own: string): Spoken {
  const page = markdownElement(markdown)
  for (const host of page.querySelectorAll('.link-host, sup')) host.remove()
  const codes = [...page.querySelectorAll('pre')]
  for (const code of codes) code.textContent = ''
  const language = languageOf(page.textContent ?? '', own)
  for (const code of codes) code.textContent = language.slice(0, 2) === locale().slice(0, 2) ? t('Code.') : CODE
  const lines = [...page.querySelectorAll(BLOCKS)]
    .filter((block) => block.parentElement?.closest('p, li, pre, tr') === null || block.tagName === 'LI')
    .map((block) => ownWords(block))
  return { pieces: lines.flatMap((line) => cut(line.replace(/\s+/g, ' ').trim())), language }
}
const CODE = 'Code.'

/** Text without that of nested blocks, which are read by themselves; cells of a table one after the other. */
function ownWords(block: Element): string {
  if (block.tagName === 'TR') return [...block.children].map((cell) => cell.textContent ?? '').join(', ')
  if (block.tagName !== 'LI' && block.tagName !== 'BLOCKQUOTE') return block.textContent ?? ''
  const copy = block.cloneNode(true) as Element
  for (const inner of copy.querySelectorAll(block.tagName === 'LI' ? 'li' : BLOCKS)) inner.remove()
  return copy.textContent ?? ''
}

/** At the end of a sentence, else at a comma or a space, else anywhere. */
function cut(line: string): string[] {
  const pieces: string[] = []
  let rest = line
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST)
    const ends = [/^[\s\S]*[.!?…。！？](?=\s|$|[^\s.!?])/, /^[\s\S]*[,;:，；：](?=\s|[^\d])/, /^[\s\S]*\s/]
    const at = ends.map((end) => end.exec(head)?.[0].length ?? 0).find((length) => length > LONGEST / 4) ?? LONGEST
    pieces.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trimStart()
  }
  return [...pieces, rest].filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

const SCRIPTS: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh-CN'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
]

/** Language of a text as far as its script shows; else `own`, unless that language uses another script. */
export function languageOf(text: string, own: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const found = SCRIPTS.find(([script]) => (text.match(script)?.length ?? 0) > letters / 5)
  if (found) return own.startsWith(found[1].slice(0, 2)) ? own : found[1]
  return SCRIPTS.some(([, language]) => own.startsWith(language.slice(0, 2))) ? 'en' : own
}
