import { Marked, type MarkedOptions, type Token } from 'marked'
import { t } from '../base/words/t.ts'
import { detailsSyntax } from './details-syntax.ts'
import { footnoteSyntax } from './footnote-syntax.ts'
import { mathSyntax } from './math-syntax.ts'
import { linkMark, pictureMark } from './pointed/place-files.ts'
import { pointedPath } from './pointed/pointed-path.ts'
import { SIMPLE_TAG } from './simple-tags.ts'
import { sourceMarkSyntax } from './source-marks.ts'

/** Tokens to HTML text. Its output is not safe by itself: only markdown.ts uses it, which sanitises. */

const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const marked = new Marked({
  gfm: true,
  // A newline of an answer is a line, as models expect.
  breaks: true,
  extensions: [...mathSyntax, ...footnoteSyntax, ...detailsSyntax, sourceMarkSyntax],
  renderer: {
    html: (token) => {
      // A block of HTML cannot contain a simple tag: nothing would close it.
      const text = token.text.trim()
      if (!('block' in token && token.block) && SIMPLE_TAG.test(text)) return text
      return token.type === 'html' && 'block' in token && token.block ? `<p>${quote(text)}</p>` : quote(token.text)
    },
    // Never an <img>: it would make the page ask another host.
    image: ({ href, text }) => {
      const path = pointedPath(href)
      if (path !== null) return pictureMark(path, text)
      return `<a href="${quote(href)}">${quote(text === '' ? t('Image') : t('Image: {words}', { words: text }))}</a>`
    },
    link({ href, tokens }) {
      const path = pointedPath(href)
      return path === null ? false : linkMark(path, this.parser.parseInline(tokens))
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // One level lower: the page's own heading is above.
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 1)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
  },
})

export const lexerOptions: MarkedOptions = marked.defaults
/** For a file, whose lines were broken for its editor. */
export const fileOptions: MarkedOptions = { ...marked.defaults, breaks: false }
export const renderTokens = (tokens: Token[]): string => marked.parser(tokens, marked.defaults)

/** The addresses of all links and pictures. */
export function addressesIn(tokens: Token[]): string[] {
  const addresses: string[] = []
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') addresses.push(String((token as { href: unknown }).href))
  })
  return addresses
}
