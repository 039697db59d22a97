/**
 * Web APIs that code expects in addition to the language, implemented inside QuickJS or by the host. As with the
 * prelude, only its text is evaluated there, so it uses nothing but its parameter.
 */
export type WebHost = {
  /** JSON of an address's parts; '' if it is not an address. `part` '': only parse. */
  url: (address: string, base: string, part: string, value: string) => string
  /** JSON of pairs. */
  query: (text: string) => string
  queryText: (pairs: string) => string
  random: (bytes: number) => ArrayBuffer
  /** One call on an Intl object, all as JSON. */
  intl: (kind: string, locales: string, options: string, method: string, args: string) => string
  now: () => number
}

export function web(host: WebHost): void {
  const define = (holder: object, values: Record<string, unknown>): void => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: false })
  }
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const fault = (name: string, message: string): Error => Object.assign(new Error(message), { name })

  const btoa = (data: unknown): string => {
    const text = String(data)
    let result = ''
    for (let at = 0; at < text.length; at += 3) {
      const codes = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
      if (codes.some((code) => code > 255))
        throw fault('InvalidCharacterError', 'btoa takes characters up to U+00FF. Encode the text first (TextEncoder).')
      const bits = ((codes[0] ?? 0) << 16) | ((codes[1] || 0) << 8) | (codes[2] || 0)
      const left = text.length - at
      result += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63)
      result += (left > 1 ? DIGITS.charAt((bits >> 6) & 63) : '=') + (left > 2 ? DIGITS.charAt(bits & 63) : '=')
    }
    return result
  }
  const atob = (data: unknown): string => {
    let text = String(data).replace(/[\t\n\f\r ]/g, '')
    if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '')
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text))
      throw fault('InvalidCharacterError', 'This is not base64.')
    let result = ''
    let bits = 0
    let held = 0
    for (const sign of text) {
      bits = (bits << 6) | DIGITS.indexOf(sign)
      held += 6
      if (held < 8) continue
      held -= 8
      result += String.fromCharCode((bits >> held) & 255)
      bits &= (1 << held) - 1
    }
    return result
  }

  const structuredClone = (value: unknown): unknown => {
    const seen = new Map<unknown, unknown>()
    const made = (from: object): unknown => {
      if (from instanceof Date) return new Date(from.getTime())
      if (from instanceof RegExp) return new RegExp(from.source, from.flags)
      if (from instanceof ArrayBuffer) return from.slice(0)
      if (ArrayBuffer.isView(from)) {
        const buffer = from.buffer.slice(from.byteOffset, from.byteOffset + from.byteLength)
        return new (from.constructor as new (buffer: unknown) => unknown)(buffer)
      }
      if (from instanceof Boolean || from instanceof Number || from instanceof String) return Object(from.valueOf())
      return undefined
    }
    const clone = (from: unknown): unknown => {
      if (typeof from === 'function' || typeof from === 'symbol')
        throw fault('DataCloneError', `A ${typeof from} cannot be cloned.`)
      if (typeof from !== 'object' || from === null) return from
      if (seen.has(from)) return seen.get(from)
      const whole = made(from)
      if (whole !== undefined) {
        seen.set(from, whole)
        return whole
      }
      if (from instanceof Promise || from instanceof WeakMap || from instanceof WeakSet)
        throw fault('DataCloneError', 'This object cannot be cloned.')
      const to: unknown = Array.isArray(from)
        ? new Array(from.length)
        : from instanceof Map
          ? new Map()
          : from instanceof Set
            ? new Set()
            : from instanceof Error
              ? Object.assign(new Error(from.message), { name: from.name, stack: from.stack })
              : {}
      seen.set(from, to)
      if (from instanceof Map)
        for (const [key, each] of from) (to as Map<unknown, unknown>).set(clone(key), clone(each))
      else if (from instanceof Set) for (const each of from) (to as Set<unknown>).add(clone(each))
      else
        for (const key of Object.keys(from))
          (to as Record<string, unknown>)[key] = clone((from as Record<string, unknown>)[key])
      return to
    }
    return clone(value)
  }

  class URLSearchParams {
    private pairs: [string, string][]
    /** Called on each change. */
    private changed: () => void = () => {}
    constructor(from: unknown = '', changed?: () => void) {
      if (changed) this.changed = changed
      if (typeof from !== 'object' || from === null) this.pairs = JSON.parse(host.query(String(from)))
      else if (Symbol.iterator in from)
        this.pairs = Array.from(from as Iterable<[unknown, unknown]>, ([key, value]) => [String(key), String(value)])
      else this.pairs = Object.entries(from).map(([key, value]) => [key, String(value)])
    }
    get size(): number {
      return this.pairs.length
    }
    append(name: unknown, value: unknown): void {
      this.pairs.push([String(name), String(value)])
      this.changed()
    }
    delete(name: unknown): void {
      this.pairs = this.pairs.filter(([key]) => key !== String(name))
      this.changed()
    }
    get(name: unknown): string | null {
      return this.pairs.find(([key]) => key === String(name))?.[1] ?? null
    }
    getAll(name: unknown): string[] {
      return this.pairs.filter(([key]) => key === String(name)).map(([, value]) => value)
    }
    has(name: unknown): boolean {
      return this.pairs.some(([key]) => key === String(name))
    }
    set(name: unknown, value: unknown): void {
      const at = this.pairs.findIndex(([key]) => key === String(name))
      if (at < 0) return this.append(name, value)
      const rest = this.pairs.filter(([key], index) => index === at || key !== String(name))
      this.pairs = rest.map(([key, old]) => [key, key === String(name) ? String(value) : old])
      this.changed()
    }
    sort(): void {
      this.pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      this.changed()
    }
    forEach(run: (value: string, key: string, all: unknown) => void): void {
      for (const [key, value] of this.pairs) run(value, key, this)
    }
    keys(): Iterator<string> {
      return this.pairs.map(([key]) => key)[Symbol.iterator]()
    }
    values(): Iterator<string> {
      return this.pairs.map(([, value]) => value)[Symbol.iterator]()
    }
    entries(): Iterator<[string, string]> {
      return this.pairs.map(([key, value]): [string, string] => [key, value])[Symbol.iterator]()
    }
    [Symbol.iterator](): Iterator<[string, string]> {
      return this.entries()
    }
    toString(): string {
      return host.queryText(JSON.stringify(this.pairs))
    }
  }

  const PARTS = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash']
  class URL {
    private parts: Record<string, string>
    private params: URLSearchParams | null = null
    constructor(address: unknown, base?: unknown) {
      const text = host.url(String(address), base === undefined ? '' : String(base), '', '')
      if (text === '') throw new TypeError(`Invalid URL: ${String(address).slice(0, 200)}`)
      this.parts = JSON.parse(text)
    }
    static canParse(address: unknown, base?: unknown): boolean {
      return host.url(String(address), base === undefined ? '' : String(base), '', '') !== ''
    }
    static parse(address: unknown, base?: unknown): URL | null {
      return URL.canParse(address, base) ? new URL(address, base) : null
    }
    get origin(): string {
      return this.parts['origin'] ?? ''
    }
    get searchParams(): URLSearchParams {
      this.params ??= new URLSearchParams(this.parts['search'], () => this.put('search', String(this.params), false))
      return this.params
    }
    private put(part: string, value: unknown, fresh = true): void {
      const text = host.url(this.parts['href'] ?? '', '', part, String(value))
      if (text === '') throw new TypeError(`Invalid URL: ${String(value).slice(0, 200)}`)
      this.parts = JSON.parse(text)
      if (fresh) this.params = null
    }
    toString(): string {
      return this.parts['href'] ?? ''
    }
    toJSON(): string {
      return this.toString()
    }
  }
  for (const part of PARTS)
    Object.defineProperty(URL.prototype, part, {
      get(this: { parts: Record<string, string> }) {
        return this.parts[part]
      },
      set(this: { put: (part: string, value: unknown) => void }, value: unknown) {
        this.put(part, value)
      },
      configurable: true,
      enumerable: true,
    })

  const crypto = {
    getRandomValues: (array: unknown): unknown => {
      if (!ArrayBuffer.isView(array)) throw new TypeError('A typed array is needed.')
      if (array.byteLength > 65536) throw fault('QuotaExceededError', 'At most 65536 bytes at once.')
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(
        new Uint8Array(host.random(array.byteLength)),
      )
      return array
    },
    randomUUID: (): string => {
      const bytes = new Uint8Array(host.random(16))
      bytes[6] = ((bytes[6] ?? 0) & 15) | 64
      bytes[8] = ((bytes[8] ?? 0) & 63) | 128
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }

  const given = (value: unknown): string => JSON.stringify(value) ?? ''
  const wired = (value: unknown): unknown => {
    if (value instanceof Date) return { date: value.getTime() }
    return typeof value === 'bigint' ? { bigint: String(value) } : value
  }
  const ask = (kind: string, locales: unknown, options: unknown, method: string, args: unknown[]): unknown =>
    JSON.parse(host.intl(kind, given(locales), given(options), method, JSON.stringify(args.map(wired))))
  const METHODS: Record<string, string[]> = {
    Collator: ['compare'],
    NumberFormat: ['format', 'formatToParts', 'formatRange'],
    DateTimeFormat: ['format', 'formatToParts', 'formatRange'],
    PluralRules: ['select'],
    ListFormat: ['format', 'formatToParts'],
    RelativeTimeFormat: ['format', 'formatToParts'],
    DisplayNames: ['of'],
    Segmenter: ['segment'],
  }
  const languages: Record<string, unknown> = {
    getCanonicalLocales: (locales: unknown) => ask('', locales, undefined, 'getCanonicalLocales', []),
    supportedValuesOf: (key: unknown) => ask('', undefined, undefined, 'supportedValuesOf', [key]),
  }
  for (const [kind, methods] of Object.entries(METHODS)) {
    const make = function (this: unknown, locales?: unknown, options?: unknown): object {
      ask(kind, locales, options, 'resolvedOptions', [])
      const made: object = Object.create(make.prototype)
      for (const method of [...methods, 'resolvedOptions'])
        define(made, { [method]: (...args: unknown[]) => ask(kind, locales, options, method, args) })
      return made
    }
    define(make, {
      name: kind,
      supportedLocalesOf: (locales: unknown) => ask(kind, undefined, undefined, 'supportedLocalesOf', [locales]),
    })
    languages[kind] = make
  }

  define(globalThis, {
    atob,
    btoa,
    structuredClone,
    URL,
    URLSearchParams,
    crypto,
    Intl: languages,
    queueMicrotask: (run: () => void): void => void Promise.resolve().then(() => run()),
    performance: { now: (): number => host.now() },
  })
  // QuickJS's own versions compare code units and know no locales
  define(String.prototype, {
    localeCompare(this: unknown, other: unknown, locales?: unknown, options?: unknown) {
      return ask('Collator', locales, options, 'compare', [String(this), String(other)])
    },
  })
  define(Number.prototype, {
    toLocaleString(this: number, locales?: unknown, options?: unknown) {
      return ask('NumberFormat', locales, options, 'format', [Number(this)])
    },
  })
  define(BigInt.prototype, {
    toLocaleString(this: bigint, locales?: unknown, options?: unknown) {
      return ask('NumberFormat', locales, options, 'format', [this])
    },
  })
  const dateText =
    (usual: object, fields: string[]) =>
    (date: Date, locales: unknown, options: unknown): unknown => {
      const wanted = (options ?? {}) as Record<string, unknown>
      const named = [...fields, 'dateStyle', 'timeStyle'].some((field) => wanted[field] !== undefined)
      return ask('DateTimeFormat', locales, named ? wanted : { ...usual, ...wanted }, 'format', [date])
    }
  const DATE = { year: 'numeric', month: 'numeric', day: 'numeric' }
  const TIME = { hour: 'numeric', minute: 'numeric', second: 'numeric' }
  const [DAYS, HOURS] = [
    ['weekday', 'year', 'month', 'day'],
    ['hour', 'minute', 'second', 'dayPeriod'],
  ]
  const whole = dateText({ ...DATE, ...TIME }, [...DAYS, ...HOURS])
  const day = dateText(DATE, DAYS)
  const time = dateText(TIME, HOURS)
  define(Date.prototype, {
    toLocaleString(this: Date, locales?: unknown, options?: unknown) {
      return whole(this, locales, options)
    },
    toLocaleDateString(this: Date, locales?: unknown, options?: unknown) {
      return day(this, locales, options)
    },
    toLocaleTimeString(this: Date, locales?: unknown, options?: unknown) {
      return time(this, locales, options)
    },
  })
}
