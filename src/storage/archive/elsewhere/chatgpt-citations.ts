import { list, record, words } from './conversation.ts'

/**
 * The marks where ChatGPT's page shows a source: between characters of a private use area (`citeturn0search0`), as the
 * letters alone, or `【4:0†source】`. An export lists the source of each mark beside the text.
 */
const MARK =
  /[ \t]?(?:\ue200[^\ue200\ue201]*(?:\ue201|$)|【\d+(?::\d+)?†[^】\n]*】|\b(?:file)?cite(?:turn\d+[a-z]+\d+)+)/g
/** A mark around visible words: `entity["company","Acme"]`, `url"Acme"https://…`. */
const NAMED = /^\ue200(?:entity|url)\ue202(?:\[?"[^"]*",)?"?([^"\ue202]{1,200})/
const LEFT_OVER = /[\ue200-\ue20f]/g
const ADDRESS = /^https?:\/\/[^\s<>]+$/

/** Replaces the marks by links. A mark without a known source is removed. */
export function withSources(text: string, metadata: Record<string, unknown> | null): string {
  if (!/[\ue200-\ue20f]|†|citeturn/.test(text)) return text
  const known = new Map<string, string>()
  for (const each of [...list(metadata?.['content_references']), ...list(metadata?.['citations'])]) {
    const reference = record(each)
    const mark = words(reference?.['matched_text']).trim()
    if (mark !== '') known.set(mark, linksOf(reference))
  }
  return text
    .replace(MARK, (found) => {
      const mark = found.trim()
      const place = known.get(mark) ?? ''
      const named = NAMED.exec(mark)?.[1]
      if (place === '' && named === undefined) return ''
      return `${found.startsWith(' ') || place !== '' ? ' ' : ''}${place || named}`
    })
    .replace(LEFT_OVER, '')
}

function linksOf(reference: Record<string, unknown> | null): string {
  const alt = words(reference?.['alt']).trim()
  if (alt !== '') return alt
  const items = [...list(reference?.['items']), reference, record(reference?.['metadata'])].map(record)
  const links = items.flatMap((item) => {
    const url = words(item?.['url'])
    return ADDRESS.test(url) ? [`[${titleOf(item, url)}](<${url}>)`] : []
  })
  return links.length === 0 ? '' : `(${links.join(', ')})`
}

function titleOf(item: Record<string, unknown> | null, url: string): string {
  const title = words(item?.['title']).replace(/\s+/g, ' ').slice(0, 200)
  return (title || URL.parse?.(url)?.host || url).replace(/[\\[\]]/g, '\\$&')
}
