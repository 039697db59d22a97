import { expect, it, onTestFinished } from 'vitest'
import { commitBatch } from '../../../src/storage/commit.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import type { FailpointName } from '../../../src/storage/failpoint.ts'
import { highestSeq, restoreSession } from '../../../src/storage/restore.ts'
import { readStreams } from '../../../src/storage/streams.ts'
import { head, input, SESSION } from './rows.ts'
import { connect, freshName } from './support.ts'

type Told = { seq: number; outcome: string } | 'alive' | 'at a failpoint' | 'done'

/** Starts the worker; resolves when it has said this much. */
async function startWorker(
  database: string,
  query: string,
  until: (told: Told) => boolean,
): Promise<{ told: Told[]; worker: Worker }> {
  const worker = new Worker(new URL('./crash-worker.ts', import.meta.url), {
    type: 'module',
    name: `${database}|${query}`,
  })
  onTestFinished(() => worker.terminate())
  const told: Told[] = []
  await new Promise<void>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      told.push(data)
      if (until(data)) resolve()
    }
  })
  return { told, worker }
}

/** The lock of a worker is free once it is dead. */
const death = (database: string): Promise<void> => navigator.locks.request(database, () => {})

it('runs to its end without failpoints', async () => {
  const { told } = await startWorker(freshName(), '', (data) => data === 'done')
  const commits = [1, 2, 3, 4].map((seq) => ({ seq, outcome: 'committed' }))
  expect(told).toEqual(['alive', ...commits, 'done'])
})

/** The point, what is committed when the worker dies there the third time, and the text that is kept. */
const cases: [FailpointName, number, string][] = [
  ['before-commit', 2, '12'],
  ['inside-commit', 2, '12'],
  ['after-commit', 3, '12'],
  ['before-stream-append', 3, '12'],
  ['after-stream-append', 3, '123'],
]
it.each(cases)(
  'a worker that dies at %s leaves a whole session, and the next writer goes on',
  async (point, stored, text) => {
    const name = freshName()
    const { told } = await startWorker(name, `?failpoint=${point}:3:crash`, (data) => data === 'alive')
    await death(name)
    expect(told).not.toContain('done')
    const db = await connect(name)
    const epoch = await claimEpoch(db)
    expect(epoch).toBe(2)
    const restored = await restoreSession(db, SESSION)
    expect(restored).toMatchObject({ type: 'restored', state: { head: { seq: stored, title: `name ${stored}` } } })
    expect(await db.count('journal')).toBe(stored)
    expect(await highestSeq(db, SESSION)).toBe(stored)
    const [stream] = await readStreams(db, SESSION)
    expect(stream?.blocks[0]?.text).toBe(text)
    const delta = { head: head({ seq: stored + 1 }) }
    const inputs = [input(stored + 1)]
    const next = { epoch, sessionId: SESSION, inputs, delta, previousSeq: stored, strict: false, endedStreams: [] }
    expect(await commitBatch(db, next)).toEqual({ type: 'committed' })
  },
)

it('a worker that hangs in the middle of a commit blocks the next writer only until it is ended', async () => {
  const name = freshName()
  const { worker } = await startWorker(name, '?failpoint=inside-commit:3:hang', (data) => data === 'at a failpoint')
  const db = await connect(name)
  const claim = claimEpoch(db)
  const early = await Promise.race([claim, new Promise((resolve) => setTimeout(resolve, 150, 'blocked'))])
  expect(early).toBe('blocked')
  worker.terminate()
  expect(await claim).toBe(2)
  expect(await restoreSession(db, SESSION)).toMatchObject({ type: 'restored', state: { head: { seq: 2 } } })
})

it('a writer that wakes up after another has taken over is refused', async () => {
  const name = freshName()
  await startWorker(name, '', (data) => data === 'done')
  const db = await connect(name)
  await claimEpoch(db)
  const delta = { head: head({ seq: 5 }) }
  const stale = {
    epoch: 1,
    sessionId: SESSION,
    inputs: [input(5)],
    delta,
    previousSeq: 4,
    strict: false,
    endedStreams: [],
  }
  expect(await commitBatch(db, stale)).toEqual({ type: 'stale-epoch', epoch: 2 })
})
