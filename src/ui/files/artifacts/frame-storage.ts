/**
 * Runs first inside a running artifact: gives it `localStorage` and `sessionStorage`, in memory, until it is loaded
 * again. A frame without an origin has none, and even reading the name throws there. Its text is copied into the
 * artifact's page, so it may use nothing from outside.
 */
export function frameStorage(): void {
  /** Characters of all names and values of one storage, as browsers allow. */
  const MOST = 5_000_000
  const make = (): object => {
    const items = new Map<string, string>()
    let size = 0
    const remove = (name: string): void => {
      size -= items.has(name) ? name.length + (items.get(name) ?? '').length : 0
      items.delete(name)
    }
    const put = (name: string, value: string): void => {
      const before = items.has(name) ? name.length + (items.get(name) ?? '').length : 0
      const after = size - before + name.length + value.length
      if (after > MOST) throw new DOMException(`The storage is full: ${MOST} characters.`, 'QuotaExceededError')
      size = after
      items.set(name, value)
    }
    const methods: Record<string, unknown> = {
      getItem: (name: unknown) => items.get(String(name)) ?? null,
      setItem: (name: unknown, value: unknown) => put(String(name), String(value)),
      removeItem: (name: unknown) => remove(String(name)),
      key: (place: unknown) => [...items.keys()][Number(place)] ?? null,
      clear: () => {
        items.clear()
        size = 0
      },
    }
    return new Proxy(
      {},
      {
        get: (_, name) => {
          if (typeof name === 'symbol') return name === Symbol.toStringTag ? 'Storage' : undefined
          if (name === 'length') return items.size
          return Object.hasOwn(methods, name) ? methods[name] : items.get(name)
        },
        set: (_, name, value) => {
          if (typeof name === 'string') put(name, String(value))
          return true
        },
        deleteProperty: (_, name) => {
          remove(String(name))
          return true
        },
        has: (_, name) =>
          typeof name === 'string' && (items.has(name) || name === 'length' || Object.hasOwn(methods, name)),
        ownKeys: () => [...items.keys()],
        getOwnPropertyDescriptor: (_, name) => {
          const value = typeof name === 'string' ? items.get(name) : undefined
          return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true }
        },
        defineProperty: (_, name, { value }) => {
          put(String(name), String(value))
          return true
        },
      },
    )
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: make(), configurable: true, enumerable: true })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true })
}
