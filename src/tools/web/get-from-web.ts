import type { Reader, Web, WebResponse } from './web-port.ts'

/**
 * The response for a page; `from`: a note about its source, '' for the page's own server; `clean`: apply it to every
 * text made from it.
 */
type Got = { response: WebResponse; from: string; clean: (text: string) => string }

/** A reader turns a page into text; a relay passes on what the server sends. */
type Way = 'reader' | 'relay'

/**
 * Gets the page from its own server, or else through the person's reader service or relay. Rejects with a sentence that
 * says why neither works and what would help, or with the signal's reason.
 */
export async function getFromWeb(web: Web, url: URL, signal: AbortSignal, prefers: Way = 'reader'): Promise<Got> {
  const direct = await getDirectly(web, url, signal)
  if ('response' in direct) return { ...direct, from: '', clean: (text) => text }
  const found = direct.elsewhere ? await around(web, prefers) : null
  if (found === null)
    throw new Error(
      direct.elsewhere
        ? `${direct.why} A reader service or a relay (Settings > Services) can fetch such pages.`
        : direct.why,
    )
  const response = await getThrough(found, url, direct.why, signal)
  const { origin, clean } = found.reader
  return { response, from: `through ${new URL(origin).host}`, clean }
}

type Around = { reader: Reader; what: string }

async function around(web: Web, prefers: Way): Promise<Around | null> {
  for (const way of prefers === 'reader' ? (['reader', 'relay'] as const) : (['relay', 'reader'] as const)) {
    const reader = (await web[way]?.()) ?? null
    if (reader !== null) return { reader, what: way === 'reader' ? 'The reader service' : 'The relay' }
  }
  return null
}

/** `elsewhere`: a reader service may succeed where the browser may not. */
type Direct = { response: WebResponse } | { why: string; elsewhere: boolean }

async function getDirectly(web: Web, url: URL, signal: AbortSignal): Promise<Direct> {
  let response: WebResponse
  try {
    response = await web.getPage(url, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    // a browser does not tell the two apart; a request that could tell would follow redirects to sites that nobody has
    // allowed
    return {
      why: `${url.host} does not let web pages of other sites read its answer (no CORS headers), and this agent runs in a web page; or nothing answered there, because the address is wrong or the network is down.`,
      elsewhere: true,
    }
  }
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const to = response.headers.get('location')
    const target = to !== null && URL.canParse(to, url) ? ` to ${new URL(to, url).href}` : ''
    return {
      why: target
        ? `${url.href} redirects${target}. Fetch that address.`
        : `${url.href} redirects, and the browser does not say where to. Try its final address (with or without www., with or without a slash at the end).`,
      elsewhere: target === '',
    }
  }
  if (response.ok) return { response }
  return {
    why: `${url.host} answered ${response.status}${statusWords(response.status)} for ${url.href}.`,
    elsewhere: false,
  }
}

async function getThrough({ reader, what }: Around, url: URL, why: string, signal: AbortSignal): Promise<WebResponse> {
  const { host } = new URL(reader.origin)
  let response: WebResponse
  try {
    response = await reader.get(url, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    throw new Error(`${why} ${what} ${host} did not answer either, or does not allow this page to use it.`, {
      cause: error,
    })
  }
  if (response.ok) return response
  throw new Error(`${why} ${what} ${host} answered ${response.status}${statusWords(response.status)}.`)
}

const WORDS: Record<number, string> = {
  401: 'it wants a key or a login',
  402: 'it wants to be paid',
  403: 'it refuses',
  404: 'there is no such page',
  410: 'the page is gone',
  429: 'too many requests; try again later',
  451: 'blocked for legal reasons',
}
const statusWords = (status: number): string =>
  WORDS[status] === undefined ? (status >= 500 ? ' (a fault of that server)' : '') : ` (${WORDS[status]})`
