/** What a worker could reach the network, our origin or other tabs with. */
const REACH = [
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'importScripts',
  'indexedDB',
  'caches',
  'cookieStore',
  'BroadcastChannel',
  'SharedWorker',
  'Worker',
  'navigator',
  'Notification',
  'FileReaderSync',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
]

/**
 * A second wall, should somebody ever break out of QuickJS: once the machine is loaded, this thread has no use for the network or
 * for storage, and gives them up for good. Returns what is still there (nothing, in every browser tried).
 */
export function disarm(scope: object): string[] {
  for (const name of REACH) {
    for (let holder: object | null = scope; holder !== null; holder = Object.getPrototypeOf(holder))
      Reflect.deleteProperty(holder, name)
    if (!(name in scope))
      Reflect.defineProperty(scope, name, { value: undefined, writable: false, configurable: false })
  }
  return REACH.filter((name) => (scope as Record<string, unknown>)[name] !== undefined)
}
