/**
 * Functions that the code in the sandbox gets in addition to the language. This function is never called here: its text
 * is evaluated inside QuickJS, so it may use nothing but its parameter. `host` stays in this closure; whatever the code
 * does to the built-ins or to these functions changes nothing outside.
 */

export type PreludeHost = {
  print: (text: string) => void
  list: () => string
  text: (path: string) => string
  bytes: (path: string) => ArrayBuffer
  writeText: (path: string, text: string) => void
  writeBytes: (path: string, bytes: ArrayBuffer) => void
  remove: (path: string) => void
  decode: (bytes: ArrayBuffer) => string
  encode: (text: string) => ArrayBuffer
  now: () => number
}
export type PreludeApi = {
  show: (value: unknown) => string
  /** Sets what runs after the code has ended. */
  testWith: (run: () => Promise<string>) => void
  /** Loads modules that the code imports; the compiled code gets them from `require`. */
  begin: (
    imports: [string, () => Promise<object>][],
  ) => Promise<{ exports: object; require: (name: unknown) => unknown }>
  /** Follows the promise of the evaluated code. */
  watch: (promise: Promise<{ value: unknown }>) => void
  /** '' while it runs, then `+` and the value, or `-` and the error, as text. */
  outcome: () => string
  /** The result of `testWith`. */
  tested: () => string
  /** Milliseconds until the next timer; -1 if there is none. */
  due: () => number
  fire: () => void
  describe: (error: unknown) => string
}

export function prelude(host: PreludeHost): PreludeApi {
  const LONGEST = 100_000
  type Timer = { id: number; at: number; every: number; run: () => void }
  let timers: Timer[] = []
  let count = 0
  let outcome = ''

  const cut = (text: string): string => {
    const clean = text.replaceAll('\0', '\u2400')
    return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}… (${clean.length} characters)` : clean
  }
  const describe = (error: unknown): string => {
    if (!(error instanceof Error)) return cut(`Uncaught ${show(error)}`)
    const lines = String(error.stack ?? '').split('\n')
    const own = lines.filter((line) => line.trim() !== '' && !line.includes('prelude.js')).slice(0, 20)
    return cut([`${error.name}: ${error.message}${hint(error)}`, ...own].join('\n'))
  }
  const MISSING: Record<string, string> = {
    fetch: 'There is no network. Get the page with the tool fetch_page first, and read the file.',
    require: "There are ES modules: import x from './file.js'.",
    process: 'There is no process. Read files with readFile(path).',
    Buffer: 'Use Uint8Array, TextEncoder and TextDecoder.',
    document: 'There is no page. Show one with the tool show_artifact.',
    window: 'There is no page. Use globalThis.',
    localStorage: 'Nothing is kept between two runs but files: writeFile(path, text).',
    Blob: 'Use Uint8Array and writeFile(path, bytes).',
    Worker: 'There are no threads.',
    WebAssembly: 'There is no WebAssembly.',
  }
  const hint = (error: Error): string => {
    const name = error instanceof ReferenceError ? /^'?([\w$]+)'? is not defined/.exec(error.message)?.[1] : undefined
    const words = name !== undefined && Object.hasOwn(MISSING, name) ? MISSING[name] : undefined
    return words === undefined ? '' : `. ${words}`
  }
  const show = (value: unknown): string => {
    let budget = 5000
    const seen: unknown[] = []
    const list = (items: string[], total: number): string =>
      [...items, ...(total > items.length ? [`… ${total - items.length} more`] : [])].join(', ')
    const part = (item: unknown, depth: number): string => {
      if (typeof item === 'string') return depth === 0 ? item : JSON.stringify(item)
      if (typeof item === 'bigint') return `${item}n`
      if (typeof item === 'function') return `[Function ${item.name || 'anonymous'}]`
      if (typeof item !== 'object' || item === null) return String(item)
      if (item instanceof Error) return describe(item)
      if (item instanceof Date) return Number.isNaN(item.getTime()) ? 'Invalid Date' : item.toISOString()
      if (item instanceof RegExp) return String(item)
      if (item instanceof Promise) return 'Promise'
      if (seen.includes(item)) return '[Circular]'
      if (depth > 5 || --budget < 0) return Array.isArray(item) ? '[…]' : '{…}'
      seen.push(item)
      const text = inside(item, depth + 1)
      seen.pop()
      return text
    }
    const inside = (item: object, depth: number): string => {
      if (item instanceof ArrayBuffer) return `ArrayBuffer(${item.byteLength})`
      if (Array.isArray(item) || ArrayBuffer.isView(item)) {
        const items = item as unknown[]
        const name = Array.isArray(item) ? '' : `${item.constructor.name} `
        return `${name}[${list(
          Array.from(items.slice(0, 200), (each) => part(each, depth)),
          items.length,
        )}]`
      }
      if (item instanceof Map) {
        const pairs = [...item].slice(0, 200).map(([key, each]) => `${part(key, depth)} => ${part(each, depth)}`)
        return `Map {${list(pairs, item.size)}}`
      }
      if (item instanceof Set)
        return `Set {${list(
          [...item].slice(0, 200).map((each) => part(each, depth)),
          item.size,
        )}}`
      const keys = Object.keys(item)
      const name = item.constructor?.name
      const pairs = keys.slice(0, 200).map((key) => `${key}: ${part((item as Record<string, unknown>)[key], depth)}`)
      return `${name && name !== 'Object' ? `${name} ` : ''}{${list(pairs, keys.length)}}`
    }
    try {
      return cut(part(value, 0))
    } catch (error) {
      return `[cannot be shown: ${String(error).slice(0, 200)}]`
    }
  }
  const cellsOf = (value: unknown): Map<string, string> => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return new Map([['Values', show(value)]])
    return new Map(Object.entries(value).map(([key, each]) => [key, show(each).replaceAll('\n', ' ').slice(0, 60)]))
  }
  const table = (value: unknown, only?: unknown): string => {
    if (typeof value !== 'object' || value === null) return show(value)
    const entries = value instanceof Map ? [...value] : Object.entries(value instanceof Set ? [...value] : value)
    const rows = entries.slice(0, 500).map(([key, each]): [string, Map<string, string>] => [show(key), cellsOf(each)])
    const all = [...new Set(rows.flatMap(([, cells]) => [...cells.keys()]))].slice(0, 30)
    const columns = Array.isArray(only) ? only.map(String) : all
    const lines = [
      ['(index)', ...columns],
      ...rows.map(([key, cells]) => [key, ...columns.map((name) => cells.get(name) ?? '')]),
    ]
    const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0))) ?? []
    const text = lines.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    text.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
    return cut(text.join('\n') + (entries.length > 500 ? `\n… ${entries.length - 500} more rows` : ''))
  }
  const counts = new Map<string, number>()
  const times = new Map<string, number>()
  const log =
    (mark: string) =>
    (...values: unknown[]): void =>
      host.print(mark + values.map(show).join(' '))
  const bufferOf = (data: unknown): ArrayBuffer => {
    if (data instanceof ArrayBuffer) return data
    if (ArrayBuffer.isView(data))
      return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer
    throw new TypeError('Text or bytes are needed; make text of other values with JSON.stringify.')
  }
  const textOf = (text: unknown): string => {
    if (typeof text !== 'string') throw new TypeError('Text is needed; make text of other values with JSON.stringify.')
    if (text.includes('\0')) throw new TypeError('The text holds a NUL character. Write it as bytes.')
    return text
  }
  const pathOf = (path: unknown): string => {
    if (typeof path !== 'string' || path.includes('\0')) throw new TypeError('A path is needed, as text.')
    return path
  }
  const later = (run: unknown, delay: unknown, every: boolean, args: unknown[]): number => {
    if (typeof run !== 'function') throw new TypeError('A function is needed.')
    const wait = Math.max(every ? 1 : 0, Number(delay) || 0)
    timers.push({ id: ++count, at: host.now() + wait, every: every ? wait : -1, run: () => run(...args) })
    return count
  }
  const cancel = (id: unknown): void => {
    timers = timers.filter((timer) => timer.id !== id)
  }
  const globals = {
    console: {
      log: log(''),
      info: log(''),
      debug: log(''),
      dir: log(''),
      warn: log('Warning: '),
      error: log('Error: '),
      table: (value: unknown, columns?: unknown): void => host.print(table(value, columns)),
      trace: log('Trace: '),
      group: log(''),
      groupEnd: (): void => {},
      assert: (good: unknown, ...values: unknown[]): void => {
        if (!good) log('Assertion failed: ')(...values)
      },
      count: (label: unknown = 'default'): void => {
        const count = (counts.get(String(label)) ?? 0) + 1
        counts.set(String(label), count)
        host.print(`${label}: ${count}`)
      },
      time: (label: unknown = 'default'): void => void times.set(String(label), host.now()),
      timeEnd: (label: unknown = 'default'): void =>
        host.print(`${label}: ${host.now() - (times.get(String(label)) ?? host.now())} ms`),
    },
    listFiles: (folder: unknown = ''): unknown =>
      JSON.parse(host.list()).filter(({ path }: { path: string }) => path.startsWith(String(folder))),
    readFile: (path: unknown): string => host.text(pathOf(path)),
    readBytes: (path: unknown): Uint8Array => new Uint8Array(host.bytes(pathOf(path))),
    writeFile: (path: unknown, data: unknown): void =>
      typeof data === 'string'
        ? host.writeText(pathOf(path), textOf(data))
        : host.writeBytes(pathOf(path), bufferOf(data)),
    deleteFile: (path: unknown): void => host.remove(pathOf(path)),
    setTimeout: (run: unknown, delay?: unknown, ...args: unknown[]): number => later(run, delay, false, args),
    setInterval: (run: unknown, delay?: unknown, ...args: unknown[]): number => later(run, delay, true, args),
    clearTimeout: cancel,
    clearInterval: cancel,
    TextEncoder: class {
      encode(text: unknown = ''): Uint8Array {
        return new Uint8Array(host.encode(textOf(String(text))))
      }
    },
    TextDecoder: class {
      decode(bytes: unknown = new ArrayBuffer(0)): string {
        return host.decode(bufferOf(bytes))
      }
    },
  }
  const imported: unknown[] = []
  /** A module as compiled imports expect it, or the error of loading it. */
  const loaded = async (load: () => Promise<object>): Promise<{ module: unknown } | { error: unknown }> => {
    try {
      const namespace = await load()
      const get = (target: object, key: string | symbol): unknown => {
        if (key === '__esModule') return true
        return Reflect.get(target, key)
      }
      const module = new Proxy(namespace, { get })
      imported.push(module)
      return { module }
    } catch (error) {
      return { error }
    }
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  let tested = ''
  let runTests = async (): Promise<string> => ''
  return {
    show,
    testWith: (run) => {
      runTests = run
    },
    begin: async (imports) => {
      const modules = new Map<string, { module: unknown } | { error: unknown }>()
      for (const [name, load] of imports) modules.set(name, await loaded(load))
      const exports = {}
      const require = (name: unknown): unknown => {
        const one = modules.get(String(name))
        if (one === undefined) throw new ReferenceError("'require' is not defined")
        if ('error' in one) throw one.error
        return one.module
      }
      return { exports, require }
    },
    watch: (promise) => {
      promise
        .then(({ value }) => value)
        .then(async (value) => {
          tested = await runTests()
          return value
        })
        .then(
          (value) => {
            // code that ends with an import has no value
            outcome = `+${value === undefined || imported.includes(value) ? '' : show(value)}`
          },
          (error: unknown) => {
            outcome = `-${describe(error)}`
          },
        )
    },
    outcome: () => outcome,
    tested: () => tested,
    due: () => (timers.length === 0 ? -1 : Math.max(0, Math.min(...timers.map(({ at }) => at)) - host.now())),
    fire: () => {
      const now = host.now()
      const ready = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at || a.id - b.id)
      for (const timer of ready) {
        if (!timers.includes(timer)) continue
        if (timer.every < 0) cancel(timer.id)
        else timer.at = now + timer.every
        timer.run()
      }
    },
    describe,
  }
}
