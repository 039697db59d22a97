import { Marked, type MarkedOptions, type Token } from 'marked'

/** Tokens to HTML text. Its output is not safe by itself: only markdown.ts uses it, which sanitises. */

/** Tags that models write into markdown for want of a sign of its own; all other HTML is shown as the text it is. */
const SIMPLE_TAG = /^<\/?(?:br|b|i|u|s|em|strong|code|kbd|sub|sup|mark|small|del|ins)\s*\/?>$/i

const quote = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const marked = new Marked({
  gfm: true,
  breaks: false,
  renderer: {
    html: (token) => {
      const text = token.text.trim()
      if (SIMPLE_TAG.test(text)) return text
      return token.type === 'html' && 'block' in token && token.block ? `<p>${quote(text)}</p>` : quote(token.text)
    },
    // never an <img>: it would make the page ask another host
    image: ({ href, text }) => `<a href="${quote(href)}">${quote(text === '' ? 'Image' : `Image: ${text}`)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    // one level down: the page's own heading stands above
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 1)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
  },
})

export const lexerOptions: MarkedOptions = marked.defaults
export const renderTokens = (tokens: Token[]): string => marked.parser(tokens, marked.defaults)
