import type { Page } from 'playwright-core'

/**
 * All that the page's origin keeps, as one text to search in: localStorage, sessionStorage, every row of every database with its bytes
 * as Latin-1, and every cached answer.
 */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    const asText = (_key: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
      return value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
        found.push(`${name}/${store}`, JSON.stringify(rows, asText))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        found.push(request.url, (await answer?.text()) ?? '')
      }
    }
    return found.join('\n')
  })
}
