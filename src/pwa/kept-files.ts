/**
 * How a built file is kept in the cache: with what a page and a worker cannot say of themselves. It is then answered as it is kept, so the
 * browser may do that without waking the service worker, and a script stays the very response of which the browser keeps compiled code.
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

/** What a file says besides what its host says. Any script may be a worker's own; where it is not, its policy means nothing. */
function headersOf(path: string): Record<string, string> {
  if (path.endsWith('/index.html')) return PAGE_HEADERS
  if (/\/assets\/sandbox-[\w-]+\.js$/.test(path)) return { 'content-security-policy': SANDBOX_POLICY }
  return path.endsWith('.js') ? { 'content-security-policy': WORKER_POLICY } : {}
}

/**
 * The response as it is to be kept under `url`. Without `Vary`: a file is the same for whoever asks, and a cache that is asked by another
 * request than the one that filled it would find nothing.
 */
export function asKept(response: Response, url: string): Response {
  const headers = new Headers(response.headers)
  headers.delete('vary')
  for (const [name, value] of Object.entries(headersOf(new URL(url).pathname))) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** Whether it is kept as `asKept` does; versions before this one kept files as their host sent them. */
export function isAsKept(response: Response, url: string): boolean {
  const wanted = Object.entries(headersOf(new URL(url).pathname))
  return !response.headers.has('vary') && wanted.every(([name, value]) => response.headers.get(name) === value)
}

/** Makes what an earlier version kept as this one would have kept it. Cut off in the middle, the next run goes on. */
export async function renewKept(cache: Pick<Cache, 'match' | 'put' | 'keys'>): Promise<void> {
  for (const request of await cache.keys()) {
    const response = await cache.match(request, { ignoreVary: true })
    if (response && !isAsKept(response, request.url)) await cache.put(request, asKept(response, request.url))
  }
}
