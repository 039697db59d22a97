/** Addresses as they stand in texts. All of it in time linear in the text: it may be anybody's. */

const WITH_SCHEME = /https?:\/\/[^\s<>"`]+/gi
/** As people write them, without a scheme: `example.org/plan`. Begins where no name, address or path goes on. */
const BARE = /(?<![\w@./:-])(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?:[/?][^\s<>"`]*)?/gi
/** Signs that may end an address, or belong to it: both readings count. */
const CLOSING = /[)\]}|,;'*]/g
const MOST_READINGS = 8
/** Characters of an address that count as one. */
const MOST = 4000

/** Every reading of every address that stands in a text; a text decides them all by itself. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(WITH_SCHEME)].flatMap(([found]) => readingsOf(found))
}

/** The same in what a person wrote, who leaves the scheme away. */
export function typedAddressesIn(text: string): string[] {
  const bare = [...text.matchAll(BARE)].flatMap(([found]) => readingsOf(found).map((each) => `https://${each}`))
  return [...addressesIn(text), ...bare]
}

/** The text without the addresses in it. */
export const withoutAddresses = (text: string): string => text.replaceAll(WITH_SCHEME, ' ').replaceAll(BARE, ' ')

function readingsOf(found: string): string[] {
  if (found.length > MOST) return []
  const cuts = [...found.matchAll(CLOSING)].slice(0, MOST_READINGS).map(({ index }) => found.slice(0, index))
  const readings = [found, ...cuts].flatMap((each) => [each, each.replace(/[.:!?*_~\\]{1,20}$/, '')])
  // Markdown escapes what it would take for its own
  const unescaped = readings.filter((each) => each.includes('\\')).map((each) => each.replace(/\\(?=[()[\]_*~])/g, ''))
  return [...new Set([...readings, ...unescaped])]
}

/**
 * What two ways to write one address have in common: with or without `www.`, a slash at the end, a fragment, in http or https. null: it is
 * no web address.
 */
export function addressKey(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return null
  const login = url.username === '' && url.password === '' ? '' : `${url.username}:${url.password}@`
  return login + url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') + url.search
}
