/**
 * The headers with which a built file is kept in the cache. The browser may then answer it without waking the service
 * worker. Chromium keeps compiled code of a page's script only if the response is fresh, and of a worker's import only
 * if it is the very response of the host (`test/e2e/pwa.test.ts`).
 */

/** The worker may not evaluate text. Its network stays open, because it calls the providers. */
const WORKER_POLICY = "script-src 'self'; object-src 'none'"
/** The sandbox compiles WebAssembly and loads only its own parts: no other origin, whatever breaks out in it. */
const SANDBOX_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
/**
 * No page may frame ours, and a window that opened it holds no handle on it. `allow-popups`: for the sign-in to a
 * server.
 */
const PAGE_HEADERS = {
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
}

/** The name has a hash of the content. */
const FRESH = { 'cache-control': 'public, max-age=31536000, immutable' }
/** What threads import (vite.config.ts). The policy of a thread is that of its script. */
const PART = /\/assets\/part-[\w.-]+\.js$/
/** Requests for scripts are alike in these headers. */
const SAME_FOR_ALL = /^(?:accept-encoding|origin)$/i

/**
 * Headers that are added to those of the host. Any script except a part may be a thread's own; for other scripts the
 * policy has no effect.
 */
function headersOf(path: string): Record<string, string> {
  if (path.endsWith('/index.html')) return PAGE_HEADERS
  if (/\/assets\/sandbox-[\w-]+\.js$/.test(path)) return { ...FRESH, 'content-security-policy': SANDBOX_POLICY }
  return path.endsWith('.js') && !PART.test(path) ? { ...FRESH, 'content-security-policy': WORKER_POLICY } : {}
}

/** Whether the response may differ between requests for one address. */
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
 * Whether this is the file and not a substitute: the sign-in page of a network, or the page of a host that answers
 * every address with the same page. Cached under the name of a file, it would break the app until the next version. Our
 * page is recognised by its policy.
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
 * The response as it is kept under `url`, without `Vary`: a file is the same for every request, and a lookup with
 * another kind of request than the original would find nothing.
 */
export function asKept(response: Response, url: string): Response {
  if (isAsKept(response, url)) return response
  const headers = new Headers(response.headers)
  headers.delete('vary')
  for (const [name, value] of Object.entries(headersOf(new URL(url).pathname))) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Whether it was kept by `asKept`. Earlier versions kept files as their host sent them. */
export function isAsKept(response: Response, url: string): boolean {
  const path = new URL(url).pathname
  return (
    isForAll(response, path) &&
    Object.entries(headersOf(path)).every(([name, value]) => response.headers.get(name) === value)
  )
}

/** Rewrites what an earlier version kept. If it is cut off, the next run finishes it. */
export async function renewKept(cache: Pick<Cache, 'match' | 'put' | 'keys'>): Promise<void> {
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true })
    if (response && !isAsKept(response, request.url)) await cache.put(request, asKept(response, request.url))
  }
}
