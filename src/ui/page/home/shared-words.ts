/**
 * Text and links that other apps share with this app: the system opens its address with them (share_target,
 * protocol_handlers in the manifest).
 */

/** Characters. A longer text is cut. */
const MOST = 20_000
/**
 * Invisible characters, except those that join emoji and letters: they can reverse text, and tell the model something
 * the person doesn’t see.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}|[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/gu
const PARTS = ['title', 'text', 'url'] as const

/** The text of a shared address, each part once; null: nothing was shared. `search`: the address’s query. */
export function sharedWords(search: string): string | null {
  const query = new URLSearchParams(search)
  // the return from a sign-in is not text for a message
  if (query.has('state') || query.has('code')) return null
  const parts = PARTS.map((name) => query.get(name)?.replaceAll(HIDDEN, '').trim() ?? '').filter((part) => part !== '')
  const words = parts.filter(
    (part, place) => !parts.some((other, at) => at !== place && other.includes(part) && (other !== part || at < place)),
  )
  return words.length === 0 ? null : words.join('\n\n').slice(0, MOST)
}

/**
 * A link of this app’s own scheme (`web+reflexor:` in the manifest’s protocol_handlers), which anybody can write. It
 * only fills in and never acts: `web+reflexor:ask?text=…` is shared text, `connect?kind=…&baseUrl=…&model=…` a form,
 * `session/<id>` a place to open. `search` is the input of `sharedWords`, `hash` the page’s first place; null: no link.
 * Any other link is ignored.
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
 * Removes the shared content from this page’s address and returns its text, which the page deletes once it is in the
 * draft.
 */
export function takeShared(): string | null {
  const { search, hash } = linked(location.search)
  if (hash !== null) history.replaceState(null, '', `${location.pathname}${hash}`)
  return sharedWords(search)
}
