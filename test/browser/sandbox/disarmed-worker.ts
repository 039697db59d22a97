import { disarm } from '../../../src/sandbox/disarm.ts'

/** Disarms a thread, then tries by every name and by what lies behind it. */
const left: string[] = disarm(self)
const attempt = (name: string, run: () => unknown): void => {
  try {
    if (run() !== undefined) left.push(name)
  } catch {
    // it threw: there is nothing to call
  }
}
attempt('fetch', () => self.fetch('/'))
attempt(
  'fetch of the prototype',
  () => (Object.getPrototypeOf(Object.getPrototypeOf(self)) as { fetch?: unknown }).fetch,
)
attempt('XMLHttpRequest', () => new XMLHttpRequest())
attempt('WebSocket', () => new WebSocket('ws://localhost'))
attempt('indexedDB', () => self.indexedDB)
attempt('caches', () => self.caches)
attempt('importScripts', () => (self as unknown as { importScripts?: unknown }).importScripts)
attempt('Worker', () => new Worker('data:,'))
attempt('BroadcastChannel', () => new BroadcastChannel('reflexor'))
attempt('navigator', () => self.navigator)
self.postMessage(left)
