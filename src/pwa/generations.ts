/**
 * Which built files stay in the cache. A new version takes over while tabs still run the one before it (until they have reloaded, or for
 * as long as a person has something half typed in them), and such a tab, its worker above all, may need a lazily loaded part at any
 * moment, which is gone from the server. So a version keeps the files of the one before it, and lets those before that go.
 */

/** What is used of the browser's `Cache`. */
export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

/** Once, when a version takes over. `record`: the address under which it is kept which files a version has; `own`: the keys of its files. */
export async function beginGeneration(cache: FileCache, record: string, own: readonly string[]): Promise<void> {
  const stored = await cache.match(record)
  // first of all: interrupted after this, the next version deletes what remains; also of a record that cannot be read
  await cache.put(record, new Response(JSON.stringify(own)))
  const before = await readRecord(stored)
  // a version that kept no record: its files cannot be told from older ones, and all stay this once
  if (before === null) return
  const kept = new Set([...own, ...before, record])
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request)
}

async function readRecord(response: Response | undefined): Promise<string[] | null> {
  if (response === undefined) return null
  const keys: unknown = await response.json()
  if (!Array.isArray(keys)) throw new TypeError('The record of the version before is no list')
  return keys.filter((key) => typeof key === 'string')
}
