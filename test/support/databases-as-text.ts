/**
 * Every row of every database of this origin, including its storage buckets, as one text to search in, with bytes as
 * Latin-1. Runs in a page, possibly as a serialised function, so it uses nothing from outside.
 */
export async function databasesAsText(): Promise<string> {
  const found: string[] = []
  const asText = (_key: string, value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
    return value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value
  }
  type Bucket = { indexedDB: IDBFactory }
  type Buckets = { keys: () => Promise<string[]>; open: (name: string) => Promise<Bucket> }
  const { storageBuckets } = navigator as { storageBuckets?: Buckets }
  const places: IDBFactory[] = [indexedDB]
  for (const name of (await storageBuckets?.keys()) ?? []) {
    const bucket = await storageBuckets?.open(name)
    if (bucket !== undefined) places.push(bucket.indexedDB)
  }
  const listed = await Promise.all(
    places.map(async (place) => (await place.databases()).map((each) => ({ place, ...each }))),
  )
  for (const { place, name = '' } of listed.flat()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = place.open(name)
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
  return found.join('\n')
}
