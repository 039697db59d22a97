import type { Page } from 'playwright-core'
import { databasesAsText } from './databases-as-text.ts'

/**
 * All that the page's origin stores, as one text to search in: localStorage, sessionStorage, every row of every
 * database with bytes as Latin-1, and every cached response.
 */
export async function everythingStored(page: Page): Promise<string> {
  const rows = await page.evaluate(databasesAsText)
  const others = await page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        found.push(request.url, (await answer?.text()) ?? '')
      }
    }
    return found.join('\n')
  })
  return `${rows}\n${others}`
}
