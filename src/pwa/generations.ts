/**
 * The built files that stay in the cache. A new version takes over while tabs still run the version before it, until
 * they reload or while a person has something half typed in them. Such a tab, above all its worker, may need a late
 * part at any moment, and the server no longer has it. So a version keeps the files of the version before it and
 * deletes older ones.
 */

/** The part of the browser's `Cache` that is used here. */
export type FileCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

/**
 * Runs once, when a version takes over. `record`: the address of the record that says which files a version has. `own`:
 * the keys of its files.
 */
export async function beginGeneration(cache: FileCache, record: string, own: readonly string[]): Promise<void> {
  const stored = await cache.match(record)
  // First of all: if this is interrupted later, the next version deletes what remains. The same for an unreadable
  // record.
  await cache.put(record, new Response(JSON.stringify(own)))
  const before = await readRecord(stored)
  // A version without a record: its files cannot be told from older ones, so all of them stay this time.
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
