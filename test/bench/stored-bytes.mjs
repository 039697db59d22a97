/**
 * In the page: bytes of all that its databases hold, text as JSON, packed numbers and blobs by the bytes that they
 * take. What the browser's own estimate says besides depends on when it last tidied its files up.
 * @returns {Promise<number>}
 */
export async function storedBytes() {
  let packed = 0
  /** @param {string} _key @param {unknown} value */
  const withoutPacked = (_key, value) => {
    const size = ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? value.byteLength : undefined
    const bytes = size ?? (value instanceof Blob ? value.size : undefined)
    if (bytes === undefined) return value
    packed += bytes
    return 0
  }
  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  let text = 0
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())])
      text += JSON.stringify([keys, values], withoutPacked).length
    }
    db.close()
  }
  return text + packed
}
