/** Access to storage and to other tabs. The service worker and the policy of this thread's script block the network. */
const REACH = [
  'XMLHttpRequest',
  'WebSocket',
  'WebTransport',
  'EventSource',
  'indexedDB',
  'caches',
  'cookieStore',
  'BroadcastChannel',
  'SharedWorker',
  'Worker',
]

/**
 * A second wall: commands do not need these APIs, so this thread gives them up. `fetch` stays, because commands load
 * their WebAssembly with it; the script's policy limits it to the app's own files.
 */
export function disarm(scope: object): void {
  for (const name of REACH) {
    for (let holder: object | null = scope; holder !== null; holder = Object.getPrototypeOf(holder))
      Reflect.deleteProperty(holder, name)
    Reflect.defineProperty(scope, name, { value: undefined, writable: false, configurable: false })
  }
}
