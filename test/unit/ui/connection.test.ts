import { expect, it } from 'vitest'
import type { Command, ToWorker } from '../../../src/protocol/to-worker.ts'
import { makeConnection } from '../../../src/ui/worker-link/connection.ts'
import { makeOutbox } from '../../../src/ui/worker-link/outbox.ts'

/** localStorage as it was left by the page before. */
function storageOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}
const abort: Command = { kind: 'input', sessionId: 's', input: { type: 'user-abort', partials: {} } }

it('after a reload, what was not acknowledged reaches the worker before anything new', () => {
  const posted: ToWorker[] = []
  const outbox = makeOutbox(storageOf(), () => {})
  outbox.put({ id: 'first', order: 1, command: abort })
  outbox.put({ id: 'second', order: 2, command: abort })
  const connection = makeConnection({
    openPort: () => ({ send: (message) => void posted.push(message as ToWorker), listen: () => {}, close: () => {} }),
    outbox,
    hello: () => ({ safe: false, leftEpoch: null, online: true }),
    onMessage: () => {},
    onBadMessage: () => {},
  })
  connection.start()
  connection.command(abort, 'third')
  expect(posted.flatMap((message) => (message.type === 'command' ? [message.id] : []))).toEqual([
    'first',
    'second',
    'third',
  ])
  expect(posted[0]?.type).toBe('hello')
})
