import { afterEach, expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { DATABASE_NAME } from '../../../src/storage/schema.ts'
import { said } from '../../support/said.ts'
import { openPage, type TestPage } from '../worker/page.ts'
import { startSession } from './archive-support.ts'
import { emptyStorage } from './empty.ts'
import { connect } from './support.ts'

/** Large archives through the real worker: what a person feels is whether the page stays alive meanwhile. */

let page: TestPage | null = null
afterEach(async () => {
  page?.kill()
  page = null
  await emptyStorage()
})

const WORDS = 'the quick brown fox jumps over a lazy dog while seven wizards mix potions in silence'.split(' ')
const prose = (seed: number): string =>
  Array.from({ length: 160 }, (_, n) => WORDS[(seed * 31 + n * n * 7) % WORDS.length]).join(' ') + seed

/**
 * How often the page's own thread came round while `work` ran, and the longest time it did not, in ms (of a shared
 * machine: told, not judged).
 */
async function watched<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; rounds: number; gap: number; took: number }> {
  let rounds = 0
  let gap = 0
  let last = performance.now()
  const started = last
  const timer = setInterval(() => {
    rounds++
    gap = Math.max(gap, performance.now() - last - 10)
    last = performance.now()
  }, 10)
  const value = await work()
  clearInterval(timer)
  return { value, rounds, gap: Math.round(gap), took: Math.round(performance.now() - started) }
}

it('10,000 messages go out and come back while the page stays alive', async () => {
  const db = await connect(DATABASE_NAME)
  const epoch = await claimEpoch(db)
  const { commit, state } = await startSession(db, epoch, 'long')
  for (let round = 0; round < 100; round++) {
    const inputs: Unstamped[] = []
    for (let n = round * 50; n < round * 50 + 50; n++) {
      const messageId = `m${n}`
      const content = [{ type: 'text' as const, text: prose(n) }]
      inputs.push(said({ type: 'user-send-message', messageId, content, delivery: 'steer' }))
      // stamps count up by one for every input: a message is the cut of the asking that follows it
      const work = { cut: 2 + n * 3, attempt: 0 }
      const usage = { input: 9, output: 9, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
      inputs.push({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
      inputs.push({ type: 'brain-send-message-complete', ...work, content, stopReason: 'stop', usage, cost: null })
    }
    await commit(...inputs)
  }
  expect(state().head.count).toBe(10_000)
  db.close()

  const p = openPage()
  page = p
  await p.role('writer')
  const out = await watched(() => p.ask({ kind: 'export', sessionIds: null, settings: true }))
  const back = await watched(() => p.ask({ kind: 'import', file: out.value.file, again: true }))
  console.info(
    `export ${out.took} ms, ${out.value.file.size} bytes, gap ${out.gap} ms; import ${back.took} ms, gap ${back.gap} ms`,
  )
  expect(back.value.sessions[0]).toMatchObject({ count: 10_000, busy: false })
  // the page shares two cores with the worker and the test runner: a freeze would be seconds
  // a thread that did the work itself would have come round a few times at most
  expect(out.rounds).toBeGreaterThan(15)
  expect(back.rounds).toBeGreaterThan(15)
})

it('100 MB of files go out and come back while the page stays alive', async () => {
  const db = await connect(DATABASE_NAME)
  const epoch = await claimEpoch(db)
  const { commit } = await startSession(db, epoch, 'heavy')
  const size = 5 * 1024 * 1024
  for (let n = 0; n < 20; n++) {
    const bytes = new Uint8Array(size)
    for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
    const to = await putBlob(db, bytes, Date.now())
    const change = { path: `file-${n}.bin`, from: null, to, size, mediaType: 'application/octet-stream' }
    await commit({ type: 'user-change-files', files: [change], known: [] })
  }
  db.close()
  const p = openPage()
  page = p
  await p.role('writer')
  const out = await watched(() => p.ask({ kind: 'export', sessionIds: null, settings: true }))
  expect(out.value.file.size).toBeGreaterThan(20 * size)
  const back = await watched(() => p.ask({ kind: 'import', file: out.value.file, again: true }))
  console.info(`export ${out.took} ms, gap ${out.gap} ms; import ${back.took} ms, gap ${back.gap} ms`)
  const sessionId = back.value.sessions[0]?.id ?? ''
  expect((await p.ask({ kind: 'files', sessionId })).files).toHaveLength(20)
  // a thread that did the work itself would have come round a few times at most
  expect(out.rounds).toBeGreaterThan(15)
  expect(back.rounds).toBeGreaterThan(15)
})
