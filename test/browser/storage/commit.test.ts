import { expect, it } from 'vitest'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import { claimEpoch, readEpoch } from '../../../src/storage/epoch.ts'
import { openView } from '../../../src/storage/read.ts'
import { wholeSession } from '../../../src/storage/session-range.ts'
import { appendStream, readStreams } from '../../../src/storage/streams.ts'
import { answer, CONFIG, created, head, input, queued, SESSION, userMessage } from './rows.ts'
import { commit, connect, createSession, freshName, writerDatabase } from './support.ts'

it('writes journal, head, rows and a first snapshot in one commit, each row with the epoch of its writer', async () => {
  const { db, epoch } = await writerDatabase()
  const made = await createSession(db, epoch, { messages: [userMessage(0)], queue: [queued('q', 2)] })
  expect(await db.get('sessions', SESSION)).toEqual({ ...made, epoch })
  expect(await db.get('messages', [SESSION, 0])).toEqual({ ...userMessage(0), sessionId: SESSION, epoch })
  expect(await db.get('queue', [SESSION, 'q'])).toEqual({ ...queued('q', 2), sessionId: SESSION, epoch })
  expect(await db.getAll('journal')).toEqual([
    { sessionId: SESSION, seq: 1, timestamp: 1000, agentVersion: AGENT_VERSION, epoch, input: created() },
  ])
  const [snapshot] = await db.getAll('snapshots')
  expect(snapshot).toMatchObject({ sessionId: SESSION, seq: 1, page: 0, last: true, agentVersion: AGENT_VERSION })
})

it('refuses a writer whose epoch has passed on, in the middle of its session, and writes nothing', async () => {
  const name = freshName()
  const first = await connect(name)
  const second = await connect(name)
  const old = await claimEpoch(first)
  await createSession(first, old)
  const next = await claimEpoch(second)
  expect(next).toBe(old + 1)
  expect(await readEpoch(first)).toBe(next)
  const late = { strict: true, inputs: [input(2)], delta: { head: head({ seq: 2 }), messages: [userMessage(0)] } }
  expect(await commit(first, old, late)).toEqual({ type: 'stale-epoch', epoch: next })
  expect(await first.count('messages')).toBe(0)
  expect(await first.count('journal')).toBe(1)
  expect(await commit(second, next, { inputs: [input(2)], delta: { head: head({ seq: 2 }) } })).toEqual({
    type: 'committed',
  })
  // its stamps are taken by now: still it is told that it was replaced, and not that the disk has failed
  expect(await commit(first, old, late)).toEqual({ type: 'stale-epoch', epoch: next })
  expect(await first.get('sessions', SESSION)).toMatchObject({ seq: 2, epoch: next })
})

it('gives two tabs that claim at the same moment different epochs', async () => {
  const name = freshName()
  const tabs = await Promise.all([connect(name), connect(name), connect(name)])
  const epochs = await Promise.all(tabs.map(claimEpoch))
  expect(new Set(epochs).size).toBe(3)
})

it('refuses a batch that does not build on the stored head', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  await commit(db, epoch, { delta: { head: head({ seq: 2 }) } })
  const late = await commit(db, epoch, {
    previousSeq: 1,
    delta: { head: head({ seq: 3 }), messages: [userMessage(0)] },
  })
  expect(late).toEqual({ type: 'conflict', storedSeq: 2 })
  expect(await db.count('messages')).toBe(0)
  const twice = await commit(db, epoch, { previousSeq: null, delta: { head: head({ seq: 9 }), config: CONFIG } })
  expect(twice).toEqual({ type: 'conflict', storedSeq: 2 })
})

it('acknowledges a batch that was committed although its writer was told it had failed', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const delta = { head: head({ seq: 2, count: 1 }), messages: [userMessage(0)] }
  expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
  expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
  expect(await db.count('journal')).toBe(2)
})

it('refuses a commit for a session whose rows are gone instead of bringing half of it back', async () => {
  const { db, epoch } = await writerDatabase()
  expect(await commit(db, epoch, { delta: { head: head({ seq: 5 }) } })).toEqual({ type: 'purged' })
  expect(await db.count('sessions')).toBe(0)
})

it('writes nothing when a row cannot be stored', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const bad = { ...userMessage(1), content: [{ type: 'text', text: () => {} }] } as unknown as ReturnType<
    typeof userMessage
  >
  const outcome = await commit(db, epoch, { delta: { head: head({ seq: 2 }), messages: [userMessage(0), bad] } })
  expect(outcome).toMatchObject({ type: 'fault', fault: { kind: 'unknown' } })
  expect(await db.get('sessions', SESSION)).toMatchObject({ seq: 1 })
  expect(await db.count('messages')).toBe(0)
})

it('never replaces an entry of the journal: a stamp that comes twice fails the whole commit', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const outcome = await commit(db, epoch, { inputs: [input(1)], delta: { head: head({ seq: 2 }) } })
  expect(outcome).toMatchObject({ type: 'fault' })
  expect(await db.get('sessions', SESSION)).toMatchObject({ seq: 1 })
})

it('asks for strict durability exactly when it is told to', async () => {
  const { db, epoch } = await writerDatabase()
  const seen: (string | undefined)[] = []
  const original = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (mode === 'readwrite') seen.push(options?.durability)
    return original.call(this, stores, mode, options)
  }
  try {
    await createSession(db, epoch)
    await commit(db, epoch, { strict: true, delta: { head: head({ seq: 2 }) } })
  } finally {
    IDBDatabase.prototype.transaction = original
  }
  expect(seen).toEqual(['relaxed', 'strict'])
})

it('deletes the stream of an answer with the commit that ends it, and no other', async () => {
  const { db, epoch } = await writerDatabase()
  const live = (cut: number) => ({ n: cut, cut, attempt: 1, starts: 1, status: 'streaming' as const, retryAt: null })
  await createSession(db, epoch, { head: { live: [live(1), live(12)] } })
  const part = { index: 0, kind: 'text' as const, text: 'Hello' }
  for (const cut of [1, 12])
    await appendStream(db, { epoch, sessionId: SESSION, cut, attempt: 1, n: 0, start: 1, parts: [part] })
  await commit(db, epoch, { endedStreams: [{ cut: 1 }], delta: { head: head({ seq: 2, live: [live(12)] }) } })
  expect((await readStreams(db, SESSION)).map(({ cut }) => cut)).toEqual([12])
})

it('lets a reader see a commit whole or not at all', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const writes = (async () => {
    for (let seq = 2; seq < 30; seq++) {
      const n = seq - 2
      await commit(db, epoch, {
        delta: { head: head({ seq, count: n + 1 }), messages: [n % 2 ? answer(n) : userMessage(n)] },
      })
    }
  })()
  let done = false
  void writes.then(() => {
    done = true
  })
  while (!done) {
    const outcome = await openView(db, SESSION, 100)
    if (outcome.type !== 'found') throw new Error('The session vanished')
    expect(outcome.view.messages).toHaveLength(outcome.view.head.count)
    expect(outcome.damaged).toEqual([])
  }
  await writes
  expect((await db.getAllKeys('journal', wholeSession(SESSION))).length).toBe(29)
})

it('says which fault when the connection is closed', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  db.close()
  const outcome = await commitBatch(db, {
    epoch,
    sessionId: SESSION,
    inputs: [input(2)],
    delta: { head: head({ seq: 2 }) },
    previousSeq: 1,
    strict: false,
    endedStreams: [],
  })
  expect(outcome).toMatchObject({ type: 'fault', fault: { kind: 'connection-closed' } })
})
