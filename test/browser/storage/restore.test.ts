import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/agent/message.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { highestSeq, MAX_RESTORE_ROWS, restoreSession } from '../../../src/storage/restore.ts'
import type { Database, MessageRow } from '../../../src/storage/schema.ts'
import { answer, CONFIG, head, queued, SESSION, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

const rows = (count: number): Message[] =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? userMessage(n) : answer(n)))

/** Counts the records that requests of all stores return while `work` runs. */
async function countRecords<Value>(work: () => Promise<Value>): Promise<{ value: Value; records: number }> {
  let records = 0
  const restores: (() => void)[] = []
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const name of ['get', 'getAll'] as const) {
      const original = prototype[name] as (...parameters: unknown[]) => IDBRequest
      prototype[name] = function (this: unknown, ...parameters: unknown[]): IDBRequest {
        const request = original.apply(this, parameters)
        request.addEventListener('success', () => {
          records += Array.isArray(request.result) ? request.result.length : request.result === undefined ? 0 : 1
        })
        return request
      } as never
      restores.push(() => {
        prototype[name] = original as never
      })
    }
  }
  try {
    return { value: await work(), records }
  } finally {
    for (const restore of restores) restore()
  }
}

it('gives back what was committed', async () => {
  const { db, epoch } = await writerDatabase()
  const messages = rows(6)
  const queue = [queued('b', 8), queued('a', 9)]
  const summary = { text: 'Before.', cutAt: 2, calls: [], loaded: [] }
  const made = await createSession(db, epoch, { messages, queue, summary, head: { summaryCutAt: 2 } })
  expect(await restoreSession(db, SESSION)).toEqual({
    type: 'restored',
    state: { head: made, config: CONFIG, summary, plan: null, queue, messages, files: [] },
    leftOut: [],
  })
})

it('reads at most 100 rows of a session of 10,000 messages, and those that the head names are among them', async () => {
  const { db, epoch } = await writerDatabase()
  const messages = rows(10_000)
  const unsettled = [7, 101].map((n) => ({ n, cut: n + 1, sequential: false, calls: [] }))
  const queue = Array.from({ length: 32 }, (_, index) => queued(`q${index}`, 20_000 + index))
  const live = [{ n: 31, cut: 32, attempt: 1, starts: 1, status: 'waiting' as const, retryAt: 5 }]
  await createSession(db, epoch, { messages, queue, head: { unsettled, live } })
  const { value, records } = await countRecords(() => restoreSession(db, SESSION))
  expect(records).toBeLessThanOrEqual(MAX_RESTORE_ROWS)
  expect(records).toBeGreaterThan(50)
  if (value.type !== 'restored') throw new Error(value.type)
  expect(value.state.messages.slice(0, 3).map(({ n }) => n)).toEqual([7, 31, 101])
  expect(value.state.messages.at(-1)).toEqual(messages.at(-1))
  expect(value.state.queue).toHaveLength(32)
})

it('gives back the same when it was told which head to expect, rightly or wrongly', async () => {
  const { db, epoch } = await writerDatabase()
  const unsettled = [3, 41].map((n) => ({ n, cut: n + 1, sequential: false, calls: [] }))
  const made = await createSession(db, epoch, { messages: rows(60), head: { unsettled } })
  const plain = await restoreSession(db, SESSION, 16)
  if (plain.type !== 'restored') throw new Error(plain.type)
  expect(plain.state.messages.map(({ n }) => n)).toEqual([3, 41, ...Array.from({ length: 16 }, (_, n) => 44 + n)])
  const { value, records } = await countRecords(() => restoreSession(db, SESSION, 16, made))
  expect(value).toEqual(plain)
  // head, configuration, and each row once
  expect(records).toBe(2 + plain.state.messages.length)
  const wrong = [
    { ...made, count: 40 },
    { ...made, count: 5, unsettled: [] },
    { ...made, unsettled: unsettled.slice(1) },
    { ...made, queued: { ...made.queued, steer: 90 } },
  ]
  for (const expected of wrong) expect(await restoreSession(db, SESSION, 16, expected)).toEqual(plain)
})

it('restores a session without a single message', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  expect(await restoreSession(db, SESSION)).toMatchObject({ type: 'restored', state: { messages: [], queue: [] } })
})

it('says that a session is missing', async () => {
  const { db } = await writerDatabase()
  expect(await restoreSession(db, 'nobody')).toEqual({ type: 'missing' })
})

it('does not run a session that a newer agent wrote', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { head: { agentVersion: AGENT_VERSION + 1 } })
  expect(await restoreSession(db, SESSION)).toEqual({ type: 'newer' })
})

describe('a damaged record', () => {
  const session = async (): Promise<Database> => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch, {
      messages: rows(120),
      queue: [queued('q', 200)],
      summary: { text: 'Before.', cutAt: 2, calls: [], loaded: [] },
      head: { summaryCutAt: 2, unsettled: [{ n: 3, cut: 4, sequential: false, calls: [] }] },
    })
    return db
  }
  const garbage = (n: number): MessageRow => ({ sessionId: SESSION, n, role: 'robot' }) as unknown as MessageRow

  it('of the head stops this session and says so, and the record stays as it is', async () => {
    const db = await session()
    const broken = { sessionId: SESSION, seq: 'many' } as never
    await db.put('sessions', broken)
    expect(await restoreSession(db, SESSION)).toEqual({ type: 'damaged', what: 'the head of this session' })
    expect(await db.get('sessions', SESSION)).toEqual(broken)
    const outcome = await commit(db, 1, { delta: { head: head({ seq: 2 }) } })
    expect(outcome).toMatchObject({ type: 'fault', fault: { kind: 'damaged' } })
    expect(await db.get('sessions', SESSION)).toEqual(broken)
  })

  it('of the configuration stops this session, also when it is missing', async () => {
    const db = await session()
    await db.put('configs', { sessionId: SESSION, epoch: 1, config: { model: 7 } } as never)
    expect(await restoreSession(db, SESSION)).toEqual({ type: 'damaged', what: 'the configuration of this session' })
    await db.delete('configs', SESSION)
    expect(await restoreSession(db, SESSION)).toMatchObject({ type: 'damaged' })
  })

  it('of the summary or the queue stops this session, also when it is missing', async () => {
    const db = await session()
    await db.delete('summaries', SESSION)
    expect(await restoreSession(db, SESSION)).toEqual({ type: 'damaged', what: 'the summary of this session' })
    const other = await session()
    await other.delete('queue', [SESSION, 'q'])
    expect(await restoreSession(other, SESSION)).toEqual({ type: 'damaged', what: 'the waiting messages' })
  })

  it.each([3, 119])('that the machine needs (message at place %i) stops this session and names it', async (n) => {
    const db = await session()
    await db.put('messages', garbage(n))
    expect(await restoreSession(db, SESSION)).toEqual({ type: 'damaged', what: `message ${n + 1} of this session` })
    await db.delete('messages', [SESSION, n])
    expect(await restoreSession(db, SESSION)).toMatchObject({ type: 'damaged' })
  })

  it('that the machine does not need stops nothing', async () => {
    const db = await session()
    await db.put('messages', garbage(5))
    await db.put('messages', garbage(100))
    await db.delete('messages', [SESSION, 101])
    const outcome = await restoreSession(db, SESSION)
    expect(outcome).toMatchObject({ type: 'restored', leftOut: [100, 101] })
  })
})

describe('the highest stamp', () => {
  it('is 0 for a session that nobody made', async () => {
    const { db } = await writerDatabase()
    expect(await highestSeq(db, SESSION)).toBe(0)
  })

  it('is found in the journal when the head is behind or damaged, and never in another session', async () => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch)
    await createSession(db, epoch, { head: { sessionId: 'session-2', seq: 900 } })
    expect(await highestSeq(db, SESSION)).toBe(1)
    await commit(db, epoch, { delta: { head: head({ seq: 40 }) }, previousSeq: 1 })
    expect(await highestSeq(db, SESSION)).toBe(40)
    await db.put('sessions', { sessionId: SESSION, seq: 'x' } as never)
    expect(await highestSeq(db, SESSION)).toBe(40)
  })
})
