/**
 * The service worker: keeps the built files, so that the app starts without a network. It answers GET requests for those
 * files and nothing else: calls to models and tools never pass through it, and nothing is cached at run time.
 */

import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { beginGeneration } from './generations.ts'
import { LISTENING, notificationsOf, type Scope, type WantedNotification } from './notifications.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[]
}

/**
 * A worker that is loaded from the network does not inherit the page's policy and could evaluate text (measured in Chromium). Where
 * this service worker controls the page, the worker's script comes with a policy of its own; it must leave the network
 * open, because the worker is where providers are called.
 */
const workerPolicy = "script-src 'self'; object-src 'none'"
/** The sandbox compiles WebAssembly and loads nothing but its own parts: no other origin, whatever breaks out in it. */
const sandboxPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const isSandbox = (url: string): boolean => /\/assets\/sandbox-[\w-]+\.js$/.test(new URL(url).pathname)

const withWorkerPolicy = (response: Response, url: string): Response =>
  withHeaders(response, { 'content-security-policy': isSandbox(url) ? sandboxPolicy : workerPolicy })

/**
 * What a page cannot say of itself in a `meta`: nobody frames it, and a window that opened it holds no handle on it. `allow-popups`: the
 * sign-in to a server is one.
 */
const pageHeaders = {
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
}

function withHeaders(response: Response, more: Record<string, string>): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

const files = new PrecacheController()
files.addToCacheList(self.__WB_MANIFEST)
const cache = (): Promise<Cache> => caches.open(files.strategy.cacheName)
/** One of the version before, for a tab that still runs it: the server may not have it any more. */
const earlier = async (request: Request): Promise<Response | undefined> => (await cache()).match(request)

// Routes are asked in the order of registration: this one stands before the precache's own.
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.destination === 'worker',
  async ({ request }) =>
    withWorkerPolicy(
      (await files.matchPrecache(request)) ?? (await earlier(request)) ?? (await fetch(request)),
      request.url,
    ),
)
const page = files.createHandlerBoundToURL('index.html')
const pageRoute: typeof page = async (options) => withHeaders(await page(options), pageHeaders)
const home = new URL(self.registration.scope).pathname
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && [home, `${home}index.html`].includes(url.pathname),
  pageRoute,
)
registerRoute(new PrecacheRoute(files, { ignoreURLParametersMatching: [/.*/] }))
registerRoute(new NavigationRoute(pageRoute))
const assets = new URL('assets/', self.registration.scope).href
registerRoute(
  ({ request }) => request.url.startsWith(assets),
  async ({ request }) => (await earlier(request)) ?? (await fetch(request)),
)
cleanupOutdatedCaches()

self.addEventListener('install', (event) => void files.install(event))
self.addEventListener('activate', (event) => {
  const record = new URL('files-of-this-version', self.registration.scope).href
  event.waitUntil(cache().then((held) => beginGeneration(held, record, [...files.getURLsToCacheKeys().values()])))
  // The first visit is controlled too, so that a chunk that is first needed offline is there.
  event.waitUntil(self.clients.claim())
})

const notifications = notificationsOf(self as unknown as Scope)
self.addEventListener('notificationclick', (event) => event.waitUntil(notifications.clicked(event)))

self.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown } | null
  // A new version waits until a person says so.
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'show-notification') event.waitUntil(notifications.show(message as WantedNotification))
  if (message?.type === LISTENING.type && event.source !== null) notifications.listening(event.source)
})
