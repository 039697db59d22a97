/**
 * What was put into IndexedDB: the values, and their size as JSON text, which does not depend on how a browser stores
 * them.
 */
export type Written = { values: unknown[]; bytes: number }

const original = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add }

/** Notes every `put` and `add` of this thread until `end` is called. */
export function watchWrites(): { end: () => Written } {
  const values: unknown[] = []
  for (const name of ['put', 'add'] as const)
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      values.push(value)
      return key === undefined ? original[name].call(this, value) : original[name].call(this, value, key)
    }
  return {
    end: () => {
      Object.assign(IDBObjectStore.prototype, original)
      return { values, bytes: values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0) }
    },
  }
}
