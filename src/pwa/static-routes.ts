/**
 * Rules by which the browser answers from a cache by itself, without waking the service worker or waiting in its queue.
 * If the cache has nothing, it asks the network.
 */
export type StaticRoute = {
  condition: { urlPattern: { pathname: string; search?: string }; requestMethod: 'get' }
  source: { cacheName: string }
}
/** Missing in TypeScript's types of an install event. A browser without such rules lacks the method. */
type Routed = { addRoutes?: (routes: readonly StaticRoute[]) => Promise<void> }

/**
 * Rules of the app at `scope`. Its parts, whose names have a hash of their content, come from the cache `files`. Its
 * page, and what the page names without a hash, come from the cache `page`, under the addresses of `plainAddresses`.
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
 * Addresses without a hash, each with the built file that answers it. The service worker answers the page with anything
 * behind a `?`, since it knows that the page is the same.
 */
export const plainAddresses = (scope: string): Map<string, string> =>
  new Map([
    [scope, 'index.html'],
    ...['index.html', 'icons/icon.svg', 'manifest.webmanifest'].map(
      (file) => [new URL(file, scope).href, file] as const,
    ),
  ])

/**
 * Asks the browser to follow the rules. A browser with other rules refuses, and then the service worker answers
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
