import { expect, it, onTestFinished, vi } from 'vitest'
import { blobBytes } from '../../../src/worker/blob-bytes.ts'
import { fetchMissing } from '../../../src/worker/fetch-missing.ts'
import { startSession } from '../storage/archive-support.ts'
import { writerDatabase } from '../storage/support.ts'

/** The storage that devices share stands outside: what it gives, and when. */
vi.mock('../../../src/worker/blob-bytes.ts')
const asked = vi.mocked(blobBytes)

const names = ['1', '2', '3'].map((digit) => digit.repeat(64))

async function setUp() {
  asked.mockReset()
  const { db, epoch } = await writerDatabase()
  for (const sessionId of ['gone', 's']) {
    const { commit } = await startSession(db, epoch, sessionId)
    await commit({ type: 'user-name-session', title: sessionId })
  }
  for (const sha of names) await db.put('blob-names', { sessionId: 's', sha, epoch })
  await db.put('blob-names', { sessionId: 'gone', sha: '0'.repeat(64), epoch })
  const head = await db.get('sessions', 'gone')
  await db.put('sessions', { ...head, deletedAt: 1 } as NonNullable<typeof head>)
  const place = { log: 'l', next: 1, previous: '', sent: 0, over: false, pending: null, by: 'd' }
  await db.put('sync', { ...place, sessionId: 's', epoch, owner: false })
  return db
}

it('a backup waited as long as a slow storage kept it waiting: it goes without what does not come in time', async () => {
  const db = await setUp()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const isWaiting = new Promise<void>((waits) => {
    asked.mockResolvedValueOnce(new Uint8Array(3)).mockImplementation(() => {
      waits()
      return new Promise(() => {})
    })
  })
  const fetching = fetchMissing(db, null, { ms: 300, bytes: 100 })
  await isWaiting
  vi.advanceTimersByTime(300)
  expect([...(await fetching).keys()]).toEqual(names.slice(0, 1))
  expect(asked).toHaveBeenCalledTimes(2)
})

it('no more bytes are fetched for one backup than it may have, and none for sessions that were deleted', async () => {
  const db = await setUp()
  asked.mockImplementation(async () => new Uint8Array(60))
  expect([...(await fetchMissing(db, null, { ms: 60_000, bytes: 100 })).keys()]).toEqual(names.slice(0, 2))
  expect([...(await fetchMissing(db, null)).keys()]).toEqual(names)
})
