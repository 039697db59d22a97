import { Readability } from '@mozilla/readability'
import TurndownService from 'turndown'
import { documentOf, type PageDocument, type PageElement } from './page-document.ts'
import type { ReadablePage } from './web-port.ts'

/** Less than this many characters of an article: the page is no article, and all of its body is given. */
const SHORT = 200
const NOISE =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, link, meta, [hidden], [aria-hidden="true"]'

/**
 * The readable part of a page as Markdown, with absolute links and without images. Loads and runs nothing of the page. Slow on hostile
 * pages: run it where it can be killed (readable-worker.ts). May throw on what is no HTML at all.
 */
export function readable(html: string, url: string): ReadablePage {
  const whole = documentOf(html)
  const title = oneLine(whole.querySelector('title')?.textContent ?? '')
  const everything = markdownOf(withoutNoise(whole), url, whole)
  const article = articleOf(documentOf(html))
  if (article === null) return { title, text: everything }
  const text = markdownOf(article.root, url, article.document)
  return { title: article.title || title, text: text.length < SHORT ? everything : text }
}

/** The body of a document, rid of all that is no text for people. Changes the document. */
export function withoutNoise(whole: PageDocument): PageElement {
  for (const element of whole.querySelectorAll(NOISE)) element.remove()
  return whole.body
}

function articleOf(document: PageDocument): { title: string; root: PageElement; document: PageDocument } | null {
  const parsed = new Readability(document as never, {
    serializer: (node: unknown) => node as PageElement,
    maxElemsToParse: 100_000,
  }).parse()
  return parsed?.content ? { title: oneLine(parsed.title ?? ''), root: parsed.content, document } : null
}

/** Markdown with absolute links. Changes the document. */
export function markdownOf(root: PageElement, url: string, document: PageDocument): string {
  const base = resolve(document.querySelector('base[href]')?.getAttribute('href') ?? '', url) ?? url
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
  replacement: (content) => `${oneLine(content)}\n`,
})
service.addRule('cells', { filter: ['td', 'th'], replacement: (content) => ` ${oneLine(content)} |` })

/** Web addresses alone: neither `javascript:` nor `data:`. */
function resolve(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  return /^(https?|mailto):$/.test(url.protocol) ? url.href : null
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
