import { expect, it } from 'vitest'
import { head, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

/** Requests of one commit in a session of `count` messages: how many, and the bytes of what they write. */
async function costAt(count: number): Promise<{ requests: number; bytes: number }> {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages: Array.from({ length: count }, (_, n) => userMessage(n)) })
  let requests = 0
  let bytes = 0
  const originals = { put: IDBObjectStore.prototype.put, add: IDBObjectStore.prototype.add }
  for (const name of ['put', 'add'] as const) {
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, value: unknown): IDBRequest<IDBValidKey> {
      requests += 1
      bytes += JSON.stringify(value).length
      return originals[name].call(this, value)
    }
  }
  try {
    for (let n = count; n < count + 21; n++) {
      const seq = n - count + 2
      await commit(db, epoch, { delta: { head: head({ seq, count: n + 1 }), messages: [userMessage(n, 5)] } })
    }
  } finally {
    Object.assign(IDBObjectStore.prototype, originals)
  }
  return { requests, bytes }
}

it('writes the same at 10,000 messages as at 10', async () => {
  const short = await costAt(10)
  const long = await costAt(10_000)
  expect(long.requests).toBe(short.requests)
  expect(long.bytes / short.bytes).toBeLessThan(1.05)
})
