import type { KeyValue } from '../../src/ui/base/worker-link/outbox.ts'

/** A localStorage. After `fill` it has room only for its present size; a write that does not fit changes nothing. */
export function fakeStorage(): KeyValue & { map: Map<string, string>; fill: () => void } {
  let room = Number.POSITIVE_INFINITY
  const map = new Map<string, string>()
  const used = (): number => [...map].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    map,
    fill: () => {
      room = used()
    },
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      const before = map.get(key)
      const without = before === undefined ? used() : used() - key.length - before.length
      if (without + key.length + value.length > room) throw new Error('quota')
      map.set(key, value)
    },
    removeItem: (key) => void map.delete(key),
  }
}
