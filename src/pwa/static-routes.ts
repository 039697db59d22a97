/**
 * What the browser itself answers from a cache, where it can: without waking the service worker, and without waiting in
 * line there. Found nothing, it asks the network.
 */
export type StaticRoute = {
  condition: { urlPattern: { pathname: string; search?: string }; requestMethod: 'get' }
  source: { cacheName: string }
}
/** Not among TypeScript's types of an install event. A browser that has no such rules lacks the method. */
type Routed = { addRoutes?: (routes: readonly StaticRoute[]) => Promise<void> }

/**
 * Of the app at `scope`: its parts, which have their content's hash in their names, from the cache `files`. Its page,
 * and what that names without a hash, from the cache `page`, which holds them under the addresses that `plainAddresses`
 * tells.
 */
export function staticRoutes(scope: string, caches: { files: string; page: string }): StaticRoute[] {
  const assets = new URL('assets/*', scope).pathname
  return [
    route({ pathname: assets, search: '' }, caches.files),
    ...[...plainAddresses(scope).keys()].map((url) =>
      route({ pathname: new URL(url).pathname, search: '' }, caches.page),
    ),
  ]
}

/**
 * Addresses without a hash, each with the built file that answers it. With something behind a `?` the page is answered
 * by the service worker, which knows that it is the same one.
 */
export const plainAddresses = (scope: string): Map<string, string> =>
  new Map([
    [scope, 'index.html'],
    ...['index.html', 'icons/icon.svg', 'manifest.webmanifest'].map(
      (file) => [new URL(file, scope).href, file] as const,
    ),
  ])

/**
 * Has the browser follow the rules; one that knows other rules refuses them, and then the service worker answers
 * everything.
 */
export async function followRoutes(event: object, routes: readonly StaticRoute[]): Promise<void> {
  try {
    await (event as Routed).addRoutes?.(routes)
  } catch (error) {
    console.info('No static routes', error)
  }
}

const route = (urlPattern: StaticRoute['condition']['urlPattern'], cacheName: string): StaticRoute => ({
  condition: { urlPattern, requestMethod: 'get' },
  source: { cacheName },
})
