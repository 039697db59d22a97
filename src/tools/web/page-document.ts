import { parseHTML } from 'linkedom/worker'

/** What is used of a document; a worker's global types know none. */
export type PageElement = {
  localName: string
  textContent: string | null
  getAttribute: (name: string) => string | null
  setAttribute: (name: string, value: string) => void
  removeAttribute: (name: string) => void
  remove: () => void
  querySelector: (selector: string) => PageElement | null
  querySelectorAll: (selector: string) => Iterable<PageElement>
}
export type PageDocument = PageElement & { body: PageElement }

type Part = { localName: string }
type Whole = Part & {
  childNodes: Iterable<Part>
  append: (part: Part) => void
  prepend: (...parts: Part[]) => void
  insertBefore: (part: Part, before: Part | null) => void
}
type Parsed = PageDocument & { documentElement: Whole | null; createElement: (name: string) => Whole }

/** It may stand behind another tag, such as a script that something put before the page. */
const OWN_ROOT = /<\/?html(?=[\s>])[^<>]*>/gi

/** A page without tags is one as well. May throw on what is no HTML at all. */
export function documentOf(html: string): PageDocument {
  const told = parsed(html)
  const document = told.documentElement?.localName === 'html' ? told : parsed(`<html>${html.replace(OWN_ROOT, '')}`)
  if (document.documentElement !== null) putInPlace(document, document.documentElement)
  return document
}

const parsed = (html: string): Parsed => parseHTML(html).document as unknown as Parsed

const OF_HEAD: ReadonlySet<string> = new Set(['title', 'meta', 'link', 'base', 'style', 'script'])

/**
 * HTML need not say where its head ends and its body begins, and the parser does not know that: what is loose goes where a browser puts it.
 * Else the body that it makes up itself is empty.
 */
function putInPlace(document: Parsed, root: Whole): void {
  const parts = [...root.childNodes]
  const part = (name: string): Whole | undefined =>
    parts.find(({ localName }) => localName === name) as Whole | undefined
  const head = part('head') ?? document.createElement('head')
  const own = part('body')
  const body = own ?? document.createElement('body')
  const [first = null] = body.childNodes
  let isBefore = own !== undefined
  for (const node of parts.flatMap((each) => (each === head ? [...head.childNodes] : [each]))) {
    if (node === own) isBefore = false
    else if (OF_HEAD.has(node.localName)) head.append(node)
    else if (isBefore) body.insertBefore(node, first)
    else body.append(node)
  }
  root.prepend(head, body)
}
