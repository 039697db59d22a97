/** Finds addresses in texts, in time linear in the text: it may come from anybody. */

const WITH_SCHEME = /https?:\/\/[^\s<>"`]+/gi
/**
 * Addresses without a scheme, as people write them: `example.org/plan`. Never begins inside a name, address or path.
 */
const BARE = /(?<![\w@./:-])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?:[/?][^\s<>"`]*)?/gi
/** Characters that may end an address or belong to it: both readings count. */
const CLOSING = /[)\]}|,;'*]/g
const MOST_READINGS = 8
/** Most characters of an address. */
const MOST = 4000

/** Every reading of every address in a text. Depends on the text alone. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(WITH_SCHEME)].flatMap(([found]) => readingsOf(found))
}

/** The same for a person's text, which may leave out the scheme. */
export function typedAddressesIn(text: string): string[] {
  const bare = [...text.matchAll(BARE)].flatMap(([found]) => readingsOf(found).map((each) => `https://${each}`))
  return [...addressesIn(text), ...bare]
}

/** The text without its addresses. */
export const withoutAddresses = (text: string): string => text.replaceAll(WITH_SCHEME, ' ').replaceAll(BARE, ' ')

function readingsOf(found: string): string[] {
  if (found.length > MOST) return []
  const cuts = [...found.matchAll(CLOSING)].slice(0, MOST_READINGS).map(({ index }) => found.slice(0, index))
  const readings = [found, ...cuts].flatMap((each) => [each, each.replace(/[.:!?*_~\\]{1,20}$/, '')])
  // Markdown escapes its special characters
  const unescaped = readings.filter((each) => each.includes('\\')).map((each) => each.replace(/\\(?=[()[\]_*~])/g, ''))
  return [...new Set([...readings, ...unescaped])]
}

/**
 * A normal form of an address: the same with or without `www.`, a slash at the end or a fragment, for http and https.
 * null: not a web address.
 */
export function addressKey(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return null
  const login = url.username === '' && url.password === '' ? '' : `${url.username}:${url.password}@`
  return login + url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') + url.search
}
