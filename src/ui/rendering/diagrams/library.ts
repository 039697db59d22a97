import address from '@mermaid-js/tiny/dist/mermaid.tiny.js?url'

/** Mermaid's code is not loaded on the first visit: it is cached on first use, and available offline from then on. */
const KEPT = 'reflexor-mermaid'

/** The code as text. @throws Error if it is not available: offline, before its first use. */
export async function loadLibrary(): Promise<string> {
  const url = new URL(address, import.meta.url).href
  const cache = await kept()
  const before = await cache?.match(url)
  if (before) return before.text()
  const response = await fetch(url)
  // a server may answer an unknown address with a page
  if (!response.ok || !/javascript/.test(response.headers.get('content-type') ?? ''))
    throw new Error(`The server answered ${response.status}`)
  const code = await response.text()
  await keep(cache, url, code)
  return code
}

/** null: the browser stores nothing here. */
async function kept(): Promise<Cache | null> {
  try {
    return await caches.open(KEPT)
  } catch {
    return null
  }
}

async function keep(cache: Cache | null, url: string, code: string): Promise<void> {
  if (cache === null) return
  try {
    await cache.put(url, new Response(code, { headers: { 'content-type': 'text/javascript' } }))
    // delete earlier versions
    for (const { url: other } of await cache.keys()) if (other !== url) await cache.delete(other)
  } catch (error) {
    // the disk is full: the code is fetched again next time
    console.info('The code that draws diagrams is not kept', error)
  }
}
