import type { Connection } from './connection.ts'

const LEFT = 'reflexor:left'

/** The epoch of the writer that was left in good order, if one was: its last starts do not count as crashes. */
export function readLeftEpoch(storage: Pick<Storage, 'getItem'>): number | null {
  const match = /^left:(\d+)$/.exec(storage.getItem(LEFT) ?? '')
  return match ? Number(match[1]) : null
}

/**
 * Ties the connection to the life of the page. A page in the back/forward cache would hold the writer's lock forever,
 * so leaving ends the worker and coming back starts a new one. `writerEpoch` is null unless this tab's worker is the
 * writer. Returns a function that stops watching.
 */
export function watchPage(
  connection: Connection,
  hooks: { writerEpoch: () => number | null; onReturn: () => void },
  page: Window = window,
): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const tellNetwork = (): void => connection.setOnline(page.navigator.onLine)
  // Only WebKit cancels a page's requests before it ends. In other engines this listener could keep a page out of the
  // back/forward cache.
  if (page.navigator.vendor.startsWith('Apple'))
    page.addEventListener('beforeunload', () => connection.leaving(), { signal })
  page.addEventListener(
    'pagehide',
    () => {
      const epoch = hooks.writerEpoch()
      // synchronous: nothing later is certain to run
      try {
        if (epoch !== null) page.localStorage.setItem(LEFT, `left:${epoch}`)
      } catch (error) {
        // a full localStorage: its last starts count as crashes then
        console.error(error)
      } finally {
        connection.stop()
      }
    },
    { signal },
  )
  page.addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return
      connection.start()
      hooks.onReturn()
    },
    { signal },
  )
  page.addEventListener(
    'storage',
    ({ key, storageArea }) => {
      const epoch = key === LEFT && storageArea !== null ? readLeftEpoch(storageArea) : null
      // this tab's worker may be the one that takes over
      if (epoch !== null) connection.left(epoch)
    },
    { signal },
  )
  // a tab that was closed just as Send was pressed left its message in the outbox, unknown to other tabs; and a
  // returning person wants to see the work of other devices, which the worker fetches when it hears of the network
  page.document.addEventListener(
    'visibilitychange',
    () => {
      if (page.document.visibilityState !== 'visible') return
      connection.resend()
      tellNetwork()
    },
    { signal },
  )
  page.addEventListener('online', tellNetwork, { signal })
  page.addEventListener('offline', tellNetwork, { signal })
  return () => ended.abort()
}
