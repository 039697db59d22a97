/** Elements whose content is not text for people, with their end tags. */
const SILENT = new Map(
  ['script', 'style', 'noscript', 'template', 'svg', 'head'].map((name) => [name, `</${name}`] as const),
)
const BREAKS = /^\/?(p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|blockquote|pre|dd|dt|hr|option)$/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * HTML without its tags, in time linear in its length: every search starts where the previous one ended, and a missing
 * text is searched only once. A page may still be very large: run it in a thread that can be killed.
 */
export function plainText(html: string): string {
  const parts: string[] = []
  const find = finder(html)
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    parts.push(html.slice(at, open === -1 ? html.length : open))
    if (open === -1) break
    const comment = html.startsWith('<!--', open)
    const close = html.indexOf(comment ? '-->' : '>', open)
    if (close === -1) break
    at = close + (comment ? 3 : 1)
    const name = /^<(\/?[a-z][a-z0-9]{0,20})/i.exec(html.slice(open, open + 24))?.[1]?.toLowerCase() ?? ''
    if (BREAKS.test(name)) parts.push('\n')
    const ending = SILENT.get(name)
    if (ending === undefined) continue
    const end = find(ending, at)
    // an unclosed head ends where the body begins; the rest of a page with an unclosed script is script
    if (end === -1 && name !== 'head') break
    if (end !== -1) at = end
  }
  return parts
    .join('')
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Finds a text from an index on, ignoring case; -1: not found. Indexes must be given in rising order. */
function finder(html: string): (ending: string, from: number) => number {
  const places = new Map<string, number>()
  return (ending, from) => {
    const known = places.get(ending)
    if (known === -1 || (known !== undefined && known >= from)) return known
    const pattern = new RegExp(ending, 'gi')
    pattern.lastIndex = from
    const place = pattern.exec(html)?.index ?? -1
    places.set(ending, place)
    return place
  }
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** The page's `<title>`; '' if there is none. */
export function titleOf(html: string): string {
  const open = html.search(/<title[\s>]/i)
  if (open === -1) return ''
  const close = html.indexOf('</', open)
  return plainText(html.slice(html.indexOf('>', open) + 1, close === -1 ? open + 300 : close)).slice(0, 300)
}
