/**
 * The service worker: keeps the built files, so that the app starts without a network. It answers GET requests for those
 * files and nothing else: calls to models and tools never pass through it, and nothing is cached at run time.
 */
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[]
}

/**
 * A worker that is loaded from the network does not inherit the page's policy and could evaluate text (BROWSER 9). Where
 * this service worker controls the page, the worker's script comes with a policy of its own; it must leave the network
 * open, because the worker is where providers are called.
 */
const workerPolicy = "script-src 'self'; object-src 'none'"
/** The sandbox compiles WebAssembly and loads nothing but its own parts: no other origin, whatever breaks out in it. */
const sandboxPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const isSandbox = (url: string): boolean => /\/assets\/sandbox-[\w-]+\.js$/.test(new URL(url).pathname)

function withWorkerPolicy(response: Response, url: string): Response {
  const headers = new Headers(response.headers)
  headers.set('content-security-policy', isSandbox(url) ? sandboxPolicy : workerPolicy)
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  })
}

// Routes are asked in the order of registration: this one stands before the precache's own.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.destination === 'worker',
  async ({ request }) => withWorkerPolicy((await matchPrecache(request)) ?? (await fetch(request)), request.url),
)
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/] })
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')))
cleanupOutdatedCaches()

// The first visit is controlled too, so that a chunk that is first needed offline is there.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A new version waits until a person says so (DESIGN 8).
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
