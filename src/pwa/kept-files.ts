/**
 * How a built file is kept in the cache: with what a page and a worker cannot say of themselves. It is then answered as it is kept, so the
 * browser may do that without waking the service worker. Chromium keeps compiled code of a page's script only where the response is fresh, and of what a
 * worker imports only where it is the very response that came from the host (`test/e2e/pwa.test.ts`).
 */

/** The worker may not evaluate text; it must leave the network open, because it is where providers are called. */
const WORKER_POLICY = "script-src 'self'; object-src 'none'"
/** The sandbox compiles WebAssembly and loads nothing but its own parts: no other origin, whatever breaks out in it. */
const SANDBOX_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
/** Nobody frames the page, and a window that opened it holds no handle on it. `allow-popups`: the sign-in to a server is one. */
const PAGE_HEADERS = {
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
}

/** Its name has the hash of what it says. */
const FRESH = { 'cache-control': 'public, max-age=31536000, immutable' }
/** What threads import (vite.config.ts): a thread has the policy of its own script. */
const PART = /\/assets\/part-[\w.-]+\.js$/
/** Requests for scripts do not differ in these. */
const SAME_FOR_ALL = /^(?:accept-encoding|origin)$/i

/** What a file says besides what its host says. Any script but a part may be a thread's own; where it is not, its policy means nothing. */
function headersOf(path: string): Record<string, string> {
  if (path.endsWith('/index.html')) return PAGE_HEADERS
  if (/\/assets\/sandbox-[\w-]+\.js$/.test(path)) return { ...FRESH, 'content-security-policy': SANDBOX_POLICY }
  return path.endsWith('.js') && !PART.test(path) ? { ...FRESH, 'content-security-policy': WORKER_POLICY } : {}
}

/** Whether whoever asks for it gets what was kept for whoever asked first. */
function isForAll(response: Response, path: string): boolean {
  const vary = response.headers.get('vary')
  return vary === null || (PART.test(path) && vary.split(',').every((name) => SAME_FOR_ALL.test(name.trim())))
}

const TYPES: readonly (readonly [RegExp, RegExp])[] = [
  [/\.m?js$/, /javascript|ecmascript/],
  [/\.css$/, /^text\/css/],
  [/\.html$/, /^text\/html/],
  [/./, /^(?!text\/html)/],
]
const POLICY = /<meta[^>]+http-equiv="?Content-Security-Policy/i

/**
 * Whether this is the file and not what stands in its place: the sign-in page of a network, or the page of a host that answers every address
 * with one. Kept under the name of a file, it would break the app until the next version. The page is known by its own policy.
 */
export async function isWhatItSays(response: Response, url: string): Promise<boolean> {
  const { pathname: path, origin } = new URL(url)
  const type = response.headers.get('content-type') ?? ''
  // hosts lead from /index.html to /, and nowhere else
  const isElsewhere = response.url !== '' && new URL(response.url).origin !== origin
  const wanted = TYPES.find(([name]) => name.test(path))?.[1]
  if (!response.ok || isElsewhere || wanted?.test(type) !== true) return false
  return !path.endsWith('.html') || POLICY.test(await response.clone().text())
}

/**
 * The response as it is to be kept under `url`. Without `Vary`: a file is the same for whoever asks, and a cache that is asked by another
 * request than the one that filled it would find nothing.
 */
export function asKept(response: Response, url: string): Response {
  if (isAsKept(response, url)) return response
  const headers = new Headers(response.headers)
  headers.delete('vary')
  for (const [name, value] of Object.entries(headersOf(new URL(url).pathname))) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Whether it is kept as `asKept` does; versions before this one kept files as their host sent them. */
export function isAsKept(response: Response, url: string): boolean {
  const path = new URL(url).pathname
  return (
    isForAll(response, path) &&
    Object.entries(headersOf(path)).every(([name, value]) => response.headers.get(name) === value)
  )
}

/** Makes what an earlier version kept as this one would have kept it. Cut off in the middle, the next run goes on. */
export async function renewKept(cache: Pick<Cache, 'match' | 'put' | 'keys'>): Promise<void> {
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true })
    if (response && !isAsKept(response, request.url)) await cache.put(request, asKept(response, request.url))
  }
}
