import { namesPrivate } from '../../../settings/private-session.ts'
import type { KeyValue } from '../worker-link/outbox.ts'

/** `storage`, except for what is kept under the name of a private session: that is in this page's memory alone. */
export function exceptPrivate(storage: KeyValue): KeyValue {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => (namesPrivate(key) ? (memory.get(key) ?? null) : storage.getItem(key)),
    setItem: (key, value) => {
      if (namesPrivate(key)) memory.set(key, value)
      else storage.setItem(key, value)
    },
    removeItem: (key) => {
      if (namesPrivate(key)) memory.delete(key)
      else storage.removeItem(key)
    },
    key: (index) =>
      index < storage.length ? storage.key(index) : ([...memory.keys()][index - storage.length] ?? null),
    get length() {
      return storage.length + memory.size
    },
  }
}
