import { afterEach, expect, it } from 'vitest'
import type { Input } from '../../../src/agent/input.ts'
import { collectPending, missingBlobs, putBlob } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { armFailpoint, disarmFailpoints } from '../../../src/storage/failpoint.ts'
import { FREED_GRACE_MS, PENDING_GRACE_MS } from '../../../src/storage/pending-marks.ts'
import { purgeDeleted, purgeSession } from '../../../src/storage/purge.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { said } from '../../support/said.ts'
import { SESSION_STORES } from '../../support/session-stores.ts'
import { created, head, queued, SESSION, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

afterEach(disarmFailpoints)

const MANY = 450
const STORES = [...SESSION_STORES, 'purges'] as const

async function rowsOf(db: Database, sessionId: string): Promise<number> {
  let rows = 0
  for (const name of STORES) {
    for (const row of await db.getAll(name)) if (row.sessionId === sessionId) rows += 1
  }
  return rows
}

const image = (blob: string, seq: number): Input => ({
  ...said({
    type: 'user-send-message',
    messageId: 'm',
    content: [{ type: 'image', mediaType: 'image/png', blob }],
    delivery: 'steer',
  }),
  seq,
  timestamp: seq,
})

async function deleted(): Promise<{ db: Database; epoch: number; shared: string; own: string }> {
  const { db, epoch } = await writerDatabase()
  const messages = Array.from({ length: MANY }, (_, n) => userMessage(n))
  const own = await putBlob(db, new Uint8Array([1]), 0)
  const shared = await putBlob(db, new Uint8Array([2]), 0)
  await createSession(db, epoch, {
    messages,
    queue: [queued('q', 900)],
    summary: { text: 's', cutAt: 1, calls: [], loaded: [] },
    files: [{ path: 'a', blob: own, size: 1, mediaType: 'x', seq: 1, timestamp: 1 }],
  })
  await createSession(db, epoch, { head: { sessionId: 'session-10' }, messages: [userMessage(0)] })
  const other = head({ sessionId: 'session-10', seq: 2 })
  await commit(db, epoch, { inputs: [image(shared, 2)], delta: { head: other } })
  await commit(db, epoch, {
    inputs: [image(shared, 2), image(own, 3)],
    previousSeq: 1,
    delta: { head: head({ seq: 3, deletedAt: 50 }) },
  })
  return { db, epoch, shared, own }
}

it('removes every row of a deleted session and none of another', async () => {
  const { db, epoch } = await deleted()
  const others = await rowsOf(db, 'session-10')
  expect(await purgeSession(db, { epoch, sessionId: SESSION, now: 60 })).toEqual({ type: 'purged-now' })
  expect(await rowsOf(db, SESSION)).toBe(0)
  expect(await rowsOf(db, 'session-10')).toBe(others)
  expect(await restoreSession(db, SESSION)).toEqual({ type: 'missing' })
})

it('frees the blobs that no other session has named, and only those', async () => {
  const { db, epoch, own, shared } = await deleted()
  await purgeSession(db, { epoch, sessionId: SESSION, now: 60 })
  await collectPending(db, epoch, 61 + PENDING_GRACE_MS)
  expect(await missingBlobs(db, [own, shared])).toEqual([own])
})

it('the bytes of a deleted session took up room for another week: they go an hour after its rows', async () => {
  const { db, epoch, own } = await deleted()
  await purgeDeleted(db, epoch, { before: 60, now: 60 })
  await collectPending(db, epoch, 60 + FREED_GRACE_MS)
  expect(await missingBlobs(db, [own])).toEqual([])
  await collectPending(db, epoch, 61 + FREED_GRACE_MS)
  expect(await missingBlobs(db, [own])).toEqual([own])
})

it('a message that waits to be sent keeps its bytes, whose one other name went with a deleted session', async () => {
  const { db, epoch, own } = await deleted()
  // attached again while the session still named it
  const again = 40
  expect(await putBlob(db, new Uint8Array([1]), again)).toBe(own)
  await purgeSession(db, { epoch, sessionId: SESSION, now: 60 })
  await collectPending(db, epoch, again + PENDING_GRACE_MS)
  expect(await missingBlobs(db, [own])).toEqual([])
  await collectPending(db, epoch, 1 + again + PENDING_GRACE_MS)
  expect([await missingBlobs(db, [own]), await db.count('pending-blobs')]).toEqual([[own], 0])
})

it('does not touch a session that was not deleted, or was restored in time', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  expect(await purgeSession(db, { epoch, sessionId: SESSION, now: 1 })).toEqual({ type: 'not-deleted' })
  expect(await purgeSession(db, { epoch, sessionId: 'nobody', now: 1 })).toEqual({ type: 'not-deleted' })
  expect(await restoreSession(db, SESSION)).toMatchObject({ type: 'restored' })
})

it('waits until a deleted session is due', async () => {
  const { db, epoch } = await deleted()
  expect(await purgeDeleted(db, epoch, { before: 50, now: 70 })).toEqual({ type: 'purged-now', sessions: 0 })
  expect(await purgeDeleted(db, epoch, { before: 51, now: 70 })).toEqual({ type: 'purged-now', sessions: 1 })
  expect(await rowsOf(db, SESSION)).toBe(0)
})

it('goes on after a crash in the middle; meanwhile the session is gone and cannot be half brought back', async () => {
  const { db, epoch } = await deleted()
  armFailpoint({ point: 'before-purge-page', at: 2, action: { type: 'throw', name: 'AbortError' } })
  await expect(purgeDeleted(db, epoch, { before: 60, now: 70 })).rejects.toThrow('before-purge-page')
  expect(await rowsOf(db, SESSION)).toBeGreaterThan(0)
  expect(await restoreSession(db, SESSION)).toEqual({ type: 'missing' })
  const again = await commit(db, epoch, { previousSeq: 3, delta: { head: head({ seq: 4 }) } })
  expect(again).toEqual({ type: 'purged' })
  const recreated = await commit(db, epoch, {
    previousSeq: null,
    inputs: [created()],
    delta: { head: head(), config: {} as never },
  })
  expect(recreated).toEqual({ type: 'purged' })
  const next = await claimEpoch(db)
  expect(await purgeDeleted(db, next, { before: 0, now: 70 })).toEqual({ type: 'purged-now', sessions: 1 })
  expect(await rowsOf(db, SESSION)).toBe(0)
})

it('lets no robbed writer purge', async () => {
  const { db, epoch } = await deleted()
  await claimEpoch(db)
  expect(await purgeDeleted(db, epoch, { before: 60, now: 70 })).toMatchObject({ type: 'stale-epoch' })
  expect(await rowsOf(db, SESSION)).toBeGreaterThan(MANY)
})
