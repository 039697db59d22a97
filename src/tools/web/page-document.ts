import { parseHTML } from 'linkedom/worker'

/** The part of a document that is used here; a worker's global types have none. */
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

/** May follow another tag, such as a script that was injected before the page. */
const OWN_ROOT = /<\/?html(?=[\s>])[^<>]*>/gi

/** Parses HTML; a page without tags works, too. May throw if it is not HTML. */
export function documentOf(html: string): PageDocument {
  const told = parsed(html)
  const document = told.documentElement?.localName === 'html' ? told : parsed(`<html>${html.replace(OWN_ROOT, '')}`)
  if (document.documentElement !== null) putInPlace(document, document.documentElement)
  return document
}

const parsed = (html: string): Parsed => parseHTML(html).document as unknown as Parsed

const OF_HEAD: ReadonlySet<string> = new Set(['title', 'meta', 'link', 'base', 'style', 'script'])

/**
 * HTML may leave out the tags of head and body, which the parser does not know: loose elements are moved to where a
 * browser puts them. Otherwise the body that the parser adds stays empty.
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
