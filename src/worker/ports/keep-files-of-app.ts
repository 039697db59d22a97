import { asKept } from '../../pwa/kept-files.ts'

/**
 * Keeps files of the app that are not fetched at its first visit, once they were used, where the service worker keeps the others: so they are
 * there offline. Nothing is kept where there is no service worker.
 */
export async function keepFilesOfApp(urls: readonly string[]): Promise<void> {
  try {
    const cache = await cacheOfApp()
    if (cache === null) return
    const folder = new URL('./', location.href).href
    const own = new Set(urls.filter((url) => url.startsWith(folder)))
    for (const url of own) {
      if (await cache.match(url, { ignoreVary: true })) continue
      const response = await fetch(url)
      // a server may answer an address that it does not have with a page
      const isPage = /html/.test(response.headers.get('content-type') ?? '')
      if (response.ok && !isPage) await cache.put(url, asKept(response, url))
    }
  } catch (error) {
    // a full disk, or no network: they are fetched again next time
    console.info('Files of the app are not kept', error)
  }
}

/** The cache of the service worker whose scope is nearest above this thread's script. */
async function cacheOfApp(): Promise<Cache | null> {
  const scopes = (await caches.keys()).flatMap((name) => {
    const scope = /^workbox-precache-v2-(.+)$/.exec(name)?.[1]
    return scope !== undefined && location.href.startsWith(scope) ? [{ name, scope }] : []
  })
  const nearest = scopes.sort((one, other) => other.scope.length - one.scope.length)[0]
  return nearest === undefined ? null : caches.open(nearest.name)
}
