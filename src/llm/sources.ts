import { isRecord } from './is-record.ts'
import type { Citation, Source } from './port.ts'
import { wellFormed } from './well-formed.ts'

/**
 * Pages that an answer is based on, as a provider's events name them: untrusted data, of which only web addresses are
 * kept.
 */

/** Most pages kept of one answer. */
const MOST = 50
const MOST_CITATIONS = 200
const LONGEST_URL = 2000
const LONGEST_TITLE = 300

export type SourceGatherer = {
  /** The number of the page; null: it is not kept. */
  take: (url: unknown, title?: unknown) => number | null
  /** `at`: characters of all text before it. */
  cite: (source: number | null, at: number) => void
  /** All that was found, in order. It only grows. */
  found: () => readonly (Source | Citation)[]
}

/**
 * Collects the pages of one answer, each once, in the order in which they were named. If a title comes late, the page
 * is added again with it.
 */
export function gatherSources(): SourceGatherer {
  const found: (Source | Citation)[] = []
  const known = new Map<string, { source: number; titled: boolean }>()
  const cited = new Set<string>()
  return {
    take: (url, title) => {
      const href = webAddress(url)
      if (href === null) return null
      const words = typeof title === 'string' ? title.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE) : ''
      const before = known.get(href)
      if (before === undefined && known.size >= MOST) return null
      const page = before ?? { source: known.size, titled: false }
      known.set(href, page)
      if (before === undefined || (!page.titled && words !== ''))
        found.push({ url: href, ...(words !== '' && { title: wellFormed(words) }) })
      page.titled ||= words !== ''
      return page.source
    },
    cite: (source, at) => {
      if (source === null || at <= 0 || cited.size >= MOST_CITATIONS || cited.has(`${at} ${source}`)) return
      cited.add(`${at} ${source}`)
      found.push({ at, source })
    },
    found: () => found,
  }
}

/**
 * Returns new findings piece by piece. `written`: characters of text passed on so far. A citation waits for its words,
 * and all later findings wait with it; at the `end` a citation whose words never came is left out.
 */
export function sourceTeller(found: () => readonly (Source | Citation)[]) {
  let told = 0
  return (written: number, end: boolean): (Source | Citation)[] => {
    const news = found().slice(told)
    const early = news.findIndex((each) => 'at' in each && each.at > written)
    const ready = early < 0 || end ? news : news.slice(0, early)
    told += ready.length
    return ready.filter((each) => 'url' in each || each.at <= written)
  }
}

/** The pages in `annotations` of chat completions: `{type: 'url_citation', url_citation: {url, title}}`. */
export function urlCitations(annotations: unknown): Record<string, unknown>[] {
  if (!Array.isArray(annotations)) return []
  return annotations.flatMap((each) => {
    if (!isRecord(each) || each['type'] !== 'url_citation') return []
    return isRecord(each['url_citation']) ? [each['url_citation']] : [each]
  })
}

/** A piece of text, and pages that refer to places in it before or after they have arrived. */
export type CitedText = { add: (text: string) => void; cite: (source: number | null, annotation: unknown) => void }

/** `before`: characters of the answer's text before this piece. The annotation's `end_index` counts from its start. */
export function citedText(before: number, { cite }: SourceGatherer): CitedText {
  let text = ''
  let early: { source: number | null; start: number; end: number }[] = []
  const place = (): void => {
    early = early.filter(({ source, start, end }) => {
      // in either unit, its words have arrived
      if (end > text.length) return true
      cite(source, before + endIn(text, start, end))
      return false
    })
  }
  return {
    add: (more) => {
      text += more
      if (early.length > 0) place()
    },
    cite: (source, annotation) => {
      if (!isRecord(annotation)) return
      const { start_index: start, end_index: end } = annotation
      if (typeof end !== 'number' || !Number.isSafeInteger(end) || end <= 0) return
      early.push({ source, start: typeof start === 'number' ? start : 0, end })
      place()
    },
  }
}

/**
 * Servers count characters (Python) or UTF-16 units (JavaScript) and do not say which: if the two differ, and one of
 * them covers exactly a link, that one is right.
 */
function endIn(text: string, start: number, end: number): number {
  const from = unitsOf(text, start)
  const to = unitsOf(text, end)
  const isLink = (a: number, b: number): boolean => /^\(?\[[^\]]*\]\(\S*\)+$/.test(text.slice(a, b))
  return !isLink(from, to) && isLink(start, end) ? end : to
}

function unitsOf(text: string, characters: number): number {
  let at = 0
  for (let left = characters; left > 0 && at < text.length; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

/** UTF-16 units in the first `bytes` bytes of the text in UTF-8. */
export function unitsOfBytes(text: string, bytes: number): number {
  let at = 0
  for (let left = bytes; left > 0 && at < text.length; ) {
    const sign = text.codePointAt(at) ?? 0
    left -= sign < 0x80 ? 1 : sign < 0x800 ? 2 : sign < 0x10000 ? 3 : 4
    at += sign > 0xffff ? 2 : 1
  }
  return at
}

function webAddress(url: unknown): string | null {
  if (typeof url !== 'string' || url.length > LONGEST_URL || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return (protocol === 'https:' || protocol === 'http:') && href.length <= LONGEST_URL ? href : null
}
