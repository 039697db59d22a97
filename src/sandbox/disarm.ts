/** Everything with which a worker could reach the network, our origin or other tabs. */
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
 * A second wall in case code breaks out of QuickJS: once the machine is loaded, this thread needs neither network nor
 * storage, and gives them up permanently. Returns what could not be removed (nothing, in every browser tried).
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
