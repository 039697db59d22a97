/**
 * The service worker keeps the built files, so that the app starts without a network. It answers GET requests for those
 * files and takes what other apps share with this one. Calls to models and tools never pass through it, and it keeps
 * none of their answers.
 */

import { cleanupOutdatedCaches, PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { beginGeneration } from './generations.ts'
import { asKept, isWhatItSays, renewKept } from './kept-files.ts'
import {
  LISTENING,
  notificationsOf,
  type Scope,
  type WantedNotification,
  type WithdrawnNotification,
} from './notifications.ts'
import { type DueTask, RECURRING_SYNC, tellDueTasks } from './recurring-due.ts'
import { receiveShared, SHARE_PATH } from './shared-files.ts'
import { followRoutes, plainAddresses, staticRoutes } from './static-routes.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  /** Cached at first use, then kept across versions. */
  __LATE_FILES: string[]
}

const files = new PrecacheController()
files.addToCacheList(self.__WB_MANIFEST)
files.strategy.plugins.push({
  // null ends the installation: the version before stays, and the browser tries again
  cacheWillUpdate: async ({ request, response }) =>
    (await isWhatItSays(response, request.url)) ? asKept(response, request.url) : null,
})
const cache = (): Promise<Cache> => caches.open(files.strategy.cacheName)
/** A file of the version before, for a tab that still runs it: the server may no longer have it. */
const earlier = async (request: Request): Promise<Response | undefined> =>
  (await cache()).match(request, { ignoreVary: true })

/** Large parts that few use (.build/service-worker.ts). They are there offline after their first use. */
async function keptWhenUsed(request: Request): Promise<Response> {
  const response = await fetch(request)
  // a server may answer an address that it does not have with a page
  if (!late.has(request.url) || !(await isWhatItSays(response, request.url))) return response
  const copy = response.clone()
  // a full disk: it is fetched again next time
  await (await cache()).put(request, asKept(copy, request.url)).catch((error) => console.info('Not kept', error))
  return response
}

const page = files.createHandlerBoundToURL('index.html')
const scope = self.registration.scope
const late = new Set(self.__LATE_FILES.map((path) => new URL(path, scope).href))
const home = new URL(scope).pathname
// Routes are asked in the order of registration: these two come before the precache's own.
registerRoute(
  // A worker's own script is never loaded without a policy: a worker loaded from the network could evaluate text.
  ({ request, sameOrigin }) => sameOrigin && request.destination === 'worker',
  async ({ request }) =>
    (await files.matchPrecache(request)) ??
    (await earlier(request)) ??
    asKept(await keptWhenUsed(request), request.url),
)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && [home, `${home}index.html`].includes(url.pathname),
  page,
)
registerRoute(new PrecacheRoute(files, { ignoreURLParametersMatching: [/.*/] }))
registerRoute(new NavigationRoute(page))
const assets = new URL('assets/', scope).href
registerRoute(
  ({ request }) => request.url.startsWith(assets),
  async ({ request }) => (await earlier(request)) ?? (await keptWhenUsed(request)),
)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === `${home}${SHARE_PATH}`,
  ({ request }) => receiveShared(request, scope, Date.now()),
  'POST',
)
cleanupOutdatedCaches()

const pageCache = `page-${scope}`
self.addEventListener('install', (event) => {
  void files.install(event)
  event.waitUntil(followRoutes(event, staticRoutes(scope, { files: files.strategy.cacheName, page: pageCache })))
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
async function takeOver(): Promise<void> {
  const record = new URL('files-of-this-version', scope).href
  const held = await cache()
  const own = [...files.getURLsToCacheKeys().values()]
  const isFirst = (await held.keys()).length <= own.length
  await beginGeneration(held, record, [...own, ...late])
  // An earlier version may have kept them in another form.
  if (!isFirst) await renewKept(held)
  const pages = await caches.open(pageCache)
  for (const [address, file] of plainAddresses(scope)) {
    const current = await files.matchPrecache(file)
    if (current) await pages.put(address, current)
  }
  // The first visit is controlled, too, so that a late part that is first needed offline is there.
  await self.clients.claim()
}

const notifications = notificationsOf(self as unknown as Scope)
self.addEventListener('notificationclick', (event) => event.waitUntil(notifications.clicked(event)))

self.addEventListener('periodicsync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string }
  if (tag !== RECURRING_SYNC) return
  const isOpen = async (): Promise<boolean> => (await self.clients.matchAll({ type: 'window' })).length > 0
  const show = ({ id, sessionId, task }: DueTask): Promise<void> =>
    notifications.show({
      ...{ type: 'show-notification', sessionId, title: task.slice(0, 100), text: '', tag: `recurring-${id}` },
      answers: [],
    })
  waitUntil.call(event, tellDueTasks(scope, Date.now(), { isOpen, show }))
})

self.addEventListener('message', (event) => {
  const message = event.data as { type?: unknown } | null
  // A new version waits for the person.
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'show-notification') event.waitUntil(notifications.show(message as WantedNotification))
  if (message?.type === 'withdraw-notification')
    event.waitUntil(notifications.withdraw(message as WithdrawnNotification))
  if (message?.type === LISTENING.type && event.source !== null) notifications.listening(event.source)
})
