import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { putBlob, readBlob } from '../../../../src/storage/blobs.ts'
import { FREED_GRACE_MS } from '../../../../src/storage/pending-marks.ts'
// loaded late: here no clock waits for it
import '../../../../src/storage/collect-blobs.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { faultOf } from '../../../../src/storage/fault.ts'
import { KEEP_DELETED, KEEP_WHEN_SHORT, keepTidy } from '../../../../src/worker/writer/keep-tidy.ts'
import { head, SESSION } from '../../storage/rows.ts'
import { commit, createSession, writerDatabase } from '../../storage/support.ts'

const wait = setTimeout
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** A writer that keeps tidy, of a session with bytes that nothing else names, and storage that is as full. */
async function tidied({ usage = 10, deletedAt = null as number | null } = {}) {
  vi.spyOn(navigator.storage, 'estimate').mockImplementation(async () => ({ usage, quota: 100 }))
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, new Uint8Array([1]), Date.now())
  await createSession(db, epoch)
  await db.put('blob-names', { sessionId: SESSION, sha, epoch })
  await db.delete('pending-blobs', sha)
  let seq = 1
  const remove = async (at: number): Promise<void> => {
    seq += 1
    await commit(db, epoch, { previousSeq: seq - 1, delta: { head: head({ seq, deletedAt: at }) } })
  }
  if (deletedAt !== null) await remove(deletedAt)
  const superseded = vi.fn()
  const tidying = keepTidy({ db, epoch, superseded, report: (error) => expect.fail(String(error)) })
  onTestFinished(tidying.stop)
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms)
    // Each round waits for all transactions before it, so it lets the work that has begun do its next step.
    for (let round = 0; round < 40; round++) {
      const turn = db.transaction([...db.objectStoreNames], 'readwrite')
      await Promise.all([turn.objectStore('meta').count(), turn.done])
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  await pass(0)
  return {
    ...{ db, sha, tidying, superseded, pass },
    isThere: async () => (await db.getKey('sessions', SESSION)) !== undefined,
    hasBytes: async () => (await readBlob(db, sha)) !== null,
    /** What was begun is waited for, as long as it takes a busy machine; the clock of the test stands still. */
    bytesGo: async () => {
      for (let n = 0; n < 100 && (await readBlob(db, sha)) !== null; n++)
        await new Promise((resolve) => wait(resolve, 50))
      return (await readBlob(db, sha)) === null
    },
    /** As its page does, and all hear of it. */
    remove: async () => {
      await remove(Date.now())
      const item = { id: SESSION, busy: false, deletedAt: Date.now() } as SessionItem
      tidying.heard({ type: 'sessions-changed', sessions: [item] })
    },
  }
}

it('a tab that stays open never removed what was deleted: a day later it goes, and an hour after that its bytes', async () => {
  const { isThere, hasBytes, bytesGo, remove, pass } = await tidied()
  await remove()
  await pass(KEEP_DELETED - MINUTE)
  expect(await isThere()).toBe(true)
  await pass(62 * MINUTE)
  expect([await isThere(), await hasBytes()]).toEqual([false, true])
  await pass(FREED_GRACE_MS + MINUTE)
  expect(await bytesGo()).toBe(true)
})

it('deleting old sessions made no room for a day where room was short', async () => {
  const { isThere, bytesGo, remove, pass } = await tidied({ usage: 85 })
  await pass(20 * MINUTE)
  await remove()
  await pass(KEEP_WHEN_SHORT - MINUTE)
  expect(await isThere()).toBe(true)
  await pass(2 * MINUTE)
  expect(await isThere()).toBe(false)
  await pass(FREED_GRACE_MS + MINUTE)
  expect(await bytesGo()).toBe(true)
})

it('what was deleted before goes in the first quarter of an hour of a writer, and not at its start', async () => {
  const { isThere, pass } = await tidied({ usage: 99, deletedAt: Date.now() - 60 * MINUTE })
  expect(await isThere()).toBe(true)
  await pass(KEEP_WHEN_SHORT + MINUTE)
  expect(await isThere()).toBe(false)
})

it('a commit that found no room counts, whatever the browser says of it', async () => {
  const { isThere, tidying, pass } = await tidied({ deletedAt: Date.now() - 60 * MINUTE })
  await pass(30 * MINUTE)
  expect(await isThere()).toBe(true)
  const activity = { sessionId: SESSION, waitingForNetwork: false, fault: faultOf('quota') }
  tidying.heard({ type: 'activity', activity })
  await pass(2000)
  expect(await isThere()).toBe(false)
})

it('with room a deleted session can be restored for a day, also when the clock is asked soon', async () => {
  const { isThere, remove, pass } = await tidied()
  await remove()
  await pass(20 * MINUTE)
  expect(await isThere()).toBe(true)
})

it('it ends with its writer, and a robbed one removes nothing', async () => {
  const { db, isThere, tidying, superseded, pass } = await tidied()
  await claimEpoch(db)
  await commitDeleted(db)
  await pass(61 * MINUTE)
  expect([await isThere(), superseded.mock.calls.length]).toEqual([true, 1])
  tidying.stop()
  expect(vi.getTimerCount()).toBe(0)
})

/** By whoever writes now, long ago. */
const commitDeleted = async (db: Awaited<ReturnType<typeof writerDatabase>>['db']): Promise<void> => {
  const row = await db.get('sessions', SESSION)
  await db.put('sessions', { ...(row as object), deletedAt: 0 } as never)
}
