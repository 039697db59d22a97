import { Readability } from '@mozilla/readability'
import TurndownService from 'turndown'
import { documentOf, type PageDocument, type PageElement } from './page-document.ts'
import type { ReadablePage } from './web-port.ts'

/** Minimum characters of an article: for a shorter one, the whole body is returned. */
const SHORT = 200
const NOISE =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, link, meta, [hidden], [aria-hidden="true"]'

/**
 * The readable part of a page as Markdown, with absolute links and without images. Loads and runs nothing of the page.
 * Slow on hostile pages: run it where it can be killed (readable-worker.ts). May throw if it is not HTML.
 */
export function readable(html: string, url: string): ReadablePage {
  const whole = documentOf(html)
  const title = oneLine(whole.querySelector('title')?.textContent ?? '')
  const base = baseOf(whole, url)
  const everything = markdownOf(withoutNoise(whole), base)
  const article = articleOf(documentOf(html), base)
  if (article === null) return { title, text: everything }
  const text = markdownOf(article.root, base)
  return { title: article.title || title, text: text.length < SHORT ? everything : text }
}

/** The body of a document without elements that are not text for people. Changes the document. */
export function withoutNoise(whole: PageDocument): PageElement {
  for (const element of whole.querySelectorAll(NOISE)) element.remove()
  return whole.body
}

/** The base address of a page's links. `url`: the page's own. */
export function baseOf(document: PageDocument, url: string): string {
  const said = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  return /^(https?|file):$/.test(schemeOf(said, url)) ? new URL(said, url).href : url
}

/** The article, with absolute addresses. Changes the document. */
export function articleOf(document: PageDocument, base: string): { title: string; root: PageElement } | null {
  // Readability resolves addresses against these; the parser's values would be the location of this thread
  Object.defineProperties(document, { baseURI: { value: base }, documentURI: { value: null } })
  const parsed = new Readability(document as never, {
    serializer: (node: unknown) => node as PageElement,
    maxElemsToParse: 100_000,
  }).parse()
  return parsed?.content ? { title: oneLine(parsed.title ?? ''), root: parsed.content } : null
}

/** Converts to Markdown with absolute links. Changes the element. */
export function markdownOf(root: PageElement, base: string): string {
  for (const link of root.querySelectorAll('a[href]')) {
    const target = resolve(link.getAttribute('href') ?? '', base)
    if (target === null) link.removeAttribute('href')
    else link.setAttribute('href', target)
  }
  return service
    .turndown(root as never)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
service.addRule('images as their words', {
  filter: ['img', 'picture', 'video', 'audio'],
  replacement: (_content, node) => {
    const words = oneLine((node as PageElement).getAttribute('alt') ?? '')
    return words === '' ? '' : `[image: ${words}]`
  },
})
service.addRule('tables row by row', {
  filter: ['tr'],
  replacement: (content, node) => {
    const row = node as unknown as Row
    const cells = content.match(/(?<!\\)\|/g)?.length ?? 0
    return `${oneLine(content)}\n${isFirst(row) && cells > 0 ? `${'--- | '.repeat(cells).trim()}\n` : ''}`
  },
})
service.addRule('cells', {
  filter: ['td', 'th'],
  replacement: (content) => ` ${oneLine(content).replace(/(?<!\\)\|/g, '\\|')} |`,
})
// an empty line would end the table
service.addRule('parts of tables', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })

type Row = { parentNode: Row | null; previousElementSibling: unknown; localName: string }

/** Whether this is the head row of its table in Markdown. */
function isFirst(row: Row): boolean {
  if (row.previousElementSibling !== null) return false
  const part = row.parentNode
  return part?.localName === 'table' || hasOnlyWords(part?.previousElementSibling)
}

const hasOnlyWords = (before: unknown): boolean =>
  before === null || /^(caption|colgroup)$/.test((before as { localName?: string } | undefined)?.localName ?? '')

/** Only web and mail addresses: neither `javascript:` nor `data:`. */
const resolve = (href: string, base: string): string | null =>
  /^(https?|mailto):$/.test(schemeOf(href, base)) ? new URL(href, base).href : null

/** '' if it is not an address. */
const schemeOf = (href: string, base: string): string => (URL.canParse(href, base) ? new URL(href, base).protocol : '')

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
