/** What other apps share with this one: the system opens its address with it (share_target in the manifest). */

/** Characters; what is longer is no note to act on. */
const MOST = 20_000
const PARTS = ['title', 'text', 'url'] as const

/** The words of a shared address, each part once; null: nothing was shared. `search`: the address's query. */
export function sharedWords(search: string): string | null {
  const query = new URLSearchParams(search)
  // what comes back from a sign-in is not for a message
  if (query.has('state') || query.has('code')) return null
  const parts = PARTS.map((name) => query.get(name)?.trim() ?? '').filter((part) => part !== '')
  const words = parts.filter(
    (part, place) => !parts.some((other, at) => at !== place && other.includes(part) && (other !== part || at < place)),
  )
  return words.length === 0 ? null : words.join('\n\n').slice(0, MOST)
}
