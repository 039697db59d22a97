/**
 * The globals that Python's runtime needs after loading. All others are removed from its thread: everything that
 * reaches the network, storage, other threads or the browser, in present and future browsers.
 */
const NEEDED = new Set([
  // the language
  ...[
    'globalThis',
    'Infinity',
    'NaN',
    'undefined',
    'Object',
    'Array',
    'Number',
    'String',
    'Boolean',
    'Symbol',
    'BigInt',
  ],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...[
    'SuppressedError',
    'Promise',
    'Proxy',
    'Reflect',
    'Map',
    'Set',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'RegExp',
    'Date',
  ],
  ...['FinalizationRegistry', 'Iterator', 'Math', 'JSON', 'Intl', 'Atomics', 'ArrayBuffer', 'SharedArrayBuffer'],
  ...['DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...['Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
  ...['isNaN', 'isFinite', 'parseInt', 'parseFloat', 'encodeURI', 'encodeURIComponent', 'decodeURI'],
  ...['decodeURIComponent', 'Function'],
  // the platform
  ...['WebAssembly', 'self', 'console', 'crypto', 'Crypto', 'performance', 'Performance', 'postMessage', 'close'],
  ...['queueMicrotask', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'structuredClone'],
  ...['MessageChannel', 'MessagePort', 'MessageEvent', 'Event', 'EventTarget', 'DOMException', 'AbortController'],
  ...['AbortSignal', 'TextEncoder', 'TextDecoder', 'URL', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope'],
  ...['onmessage', 'onerror', 'addEventListener', 'removeEventListener', 'dispatchEvent', 'constructor'],
])

/**
 * Isolates a thread permanently, before it runs untrusted code: only the listed globals stay, and nothing compiles code
 * from text. A policy on the thread's script forbids the same if the host or the service worker sends one; this also
 * works without. Returns what could not be removed.
 */
export function leaveAlone(scope: object): string[] {
  const left: string[] = []
  for (let holder: object | null = scope; holder !== null && holder !== Object.prototype; ) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (NEEDED.has(name)) continue
      // the platform's constants cannot be removed, and are harmless
      if (!Reflect.deleteProperty(holder, name) && !isPlain(Reflect.get(scope, name))) left.push(name)
    }
    holder = Object.getPrototypeOf(holder)
  }
  takeEvaluation(scope)
  callFunctionsOnly(scope, 'setTimeout')
  callFunctionsOnly(scope, 'setInterval')
  return left
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || value === undefined

/** Every kind of function has a constructor that compiles code from text. */
function takeEvaluation(scope: object): void {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}]
  for (const kind of kinds) {
    const prototype: object = Object.getPrototypeOf(kind)
    const none = (): never => {
      throw new TypeError('Text is not made into code here.')
    }
    none.prototype = prototype
    Object.defineProperty(prototype, 'constructor', { value: none, writable: false, configurable: false })
    if (kind === kinds[0])
      Object.defineProperty(scope, 'Function', { value: none, writable: false, configurable: false })
  }
}

/** The browser's own timers evaluate a text argument. */
function callFunctionsOnly(scope: object, name: 'setTimeout' | 'setInterval'): void {
  const start = Reflect.get(scope, name) as (run: unknown, ...rest: unknown[]) => number
  for (let holder: object | null = scope; holder !== null; holder = Object.getPrototypeOf(holder))
    Reflect.deleteProperty(holder, name)
  const value = (run: unknown, ...rest: unknown[]): number => {
    if (typeof run !== 'function') throw new TypeError('A function is needed.')
    return start.call(scope, run, ...rest)
  }
  Object.defineProperty(scope, name, { value, writable: false, configurable: false })
}
