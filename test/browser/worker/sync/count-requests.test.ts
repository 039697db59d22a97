import { expect, it, onTestFinished, vi } from 'vitest'
import { countRequests, readCounted } from '../../../../src/worker/sync/storage/count-requests.ts'
import { connect } from '../../storage/support.ts'

it('requests are counted apart for work and for rest, over reloads, without the time in which the device slept, and anew with another storage', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await connect()
  const written = (what: object) =>
    vi.waitFor(async () => expect(await readCounted(db, 1)).toMatchObject(what), { timeout: 20_000 })
  const first = countRequests(db, 1)
  const pass = (counting: typeof first, atWork: boolean, ms: number, requests: number): void => {
    vi.setSystemTime(Date.now() + ms)
    for (let n = 0; n < requests; n++) counting.count()
    counting.tick(atWork)
  }
  expect(await readCounted(db, 1)).toBeNull()
  pass(first, true, 2000, 3)
  pass(first, false, 2000, 1)
  // a closed lid
  pass(first, false, 5 * 60_000, 0)
  await written({ work: { ms: 2000, requests: 3 }, rest: { ms: 2000, requests: 1 } })
  const second = countRequests(db, 1)
  pass(second, true, 1000, 2)
  second.stop()
  await written({ work: { ms: 3000, requests: 5 }, rest: { ms: 2000, requests: 1 } })
  expect(await readCounted(db, 2)).toBeNull()
})
