/**
 * What other apps and links hand to this one: the system opens its address with it (share_target, protocol_handlers in
 * the manifest).
 */

/** Characters; what is longer is no note to act on. */
const MOST = 20_000
/**
 * What is not seen, but for what joins emoji and letters: it can turn words round, and say to the model what the person
 * does not read.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}|[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
const PARTS = ['title', 'text', 'url'] as const

/** The words of a shared address, each part once; null: nothing was shared. `search`: the address's query. */
export function sharedWords(search: string): string | null {
  const query = new URLSearchParams(search)
  // what comes back from a sign-in is not for a message
  if (query.has('state') || query.has('code')) return null
  const parts = PARTS.map((name) => query.get(name)?.replaceAll(HIDDEN, '').trim() ?? '').filter((part) => part !== '')
  const words = parts.filter(
    (part, place) => !parts.some((other, at) => at !== place && other.includes(part) && (other !== part || at < place)),
  )
  return words.length === 0 ? null : words.join('\n\n').slice(0, MOST)
}

/**
 * A link of this app's own (`web+reflexor:` in the manifest's protocol_handlers), as anybody may write one. It fills in
 * and acts on nothing: `web+reflexor:ask?text=…` is words shared, `connect?kind=…&baseUrl=…&model=…` a form,
 * `session/<id>` a place to look at. `search` is what `sharedWords` reads, `hash` where the page begins; null: as
 * without a link. Of any other link nothing is taken.
 */
export function linked(search: string): { search: string; hash: string | null } {
  const link = new URLSearchParams(search).get('link')
  if (link === null) return { search, hash: null }
  const [, place = '', query = ''] = /^web\+reflexor:(?:\/\/)?([^?#]*)(\?[^#]*)?/i.exec(link) ?? []
  const path = place.replace(/\/+$/, '')
  if (path === 'ask') return { search: query, hash: null }
  return {
    search: '',
    hash: path === 'connect' ? `#/connect${query}` : path.startsWith('session/') ? `#/${path}` : '#/',
  }
}

/**
 * Takes what this page was opened with from its address, but for words: those are given, and the page forgets them when
 * it has put them down.
 */
export function takeShared(): string | null {
  const { search, hash } = linked(location.search)
  if (hash !== null) history.replaceState(null, '', `${location.pathname}${hash}`)
  return sharedWords(search)
}
