import { afterEach, describe, expect, it } from 'vitest'
import { setPace } from '../../../../src/settings/pace.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { openDatabase } from '../../../../src/storage/open.ts'
import { joinElection } from '../../../../src/worker/tabs/election.ts'
import { checkAtRest } from '../oracle.ts'
import { newId, openPage, type TestPage } from '../page.ts'

const pages: TestPage[] = []
const page = (options?: Parameters<typeof openPage>[0]): TestPage => {
  const opened = openPage(options)
  pages.push(opened)
  return opened
}
const releases: (() => void)[] = []
afterEach(() => {
  setPace(1)
  for (const release of releases.splice(0)) release()
  for (const opened of pages.splice(0)) opened.kill()
})

/** Holds the writer's lock as a frozen tab does: without a word. */
const holdLock = (steal: boolean): Promise<void> =>
  new Promise((held) => {
    const options = steal ? { steal: true } : {}
    navigator.locks
      .request('reflexor-writer', options, () => {
        held()
        return new Promise<void>((release) => releases.push(release))
      })
      .catch(() => {}) // stolen back, which is what these tests are about
  })

/**
 * Waits of these workers pass ten times quicker: half a second of silence is what five seconds are in the product
 * (test/e2e/freeze.test.ts).
 */
const QUICK = 'test-pace=10'

/** `speed`: of the demo model; at 15 there is a middle of the run, on any machine. */
async function begin(p: TestPage, speed = 200): Promise<{ sessionId: string; messageId: string }> {
  const sessionId = newId()
  const messageId = newId()
  const model = `demo:?speed=${speed}`
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model, thinking: 'off' })
  await p.open(sessionId)
  const content = [{ type: 'text' as const, text: 'Plan a picnic' }]
  const input = { type: 'user-send-message' as const, messageId, content, delivery: 'steer' as const }
  await p.command({ kind: 'input', sessionId, input })
  return { sessionId, messageId }
}

describe('the writer', () => {
  it('that holds the lock and says nothing is replaced, not before ten ticks and within twenty', async () => {
    await holdLock(false)
    setPace(10)
    /** A follower's ticks since its thread last slept, as it counts them: how busy the machine is does not matter. */
    let ticks = 0
    const elected = await new Promise<number>((resolve, reject) => {
      const { stop } = joinElection({
        elected: async () => resolve(ticks),
        heartbeat: () => {},
        follow: (asleep) => {
          ticks = asleep ? 0 : ticks + 1
        },
        report: reject,
        now: () => performance.now(),
      })
      releases.push(stop)
    })
    expect(elected).toBeGreaterThanOrEqual(10)
    expect(elected).toBeLessThan(20)
  })

  it('that took the lock from a silent one works', async () => {
    await holdLock(false)
    const p = page({ name: `?${QUICK}` })
    await p.role('writer')
    const { sessionId, messageId } = await begin(p)
    await p.until(() => p.status(sessionId) === 'idle', 'idle')
    await checkAtRest(sessionId, [messageId])
  })

  it('that is robbed of the lock stops at once, and goes on under a new epoch when it gets it back', async () => {
    const p = page()
    const { sessionId, messageId } = await begin(p, 15)
    const first = await p.role('writer')
    await holdLock(true)
    await p.until(() => p.heard.some((m) => m.type === 'writer-changed' && m.role === 'none'), 'being robbed')
    const heard = p.heard.length
    // enough for a hundred words
    await new Promise((resolve) => setTimeout(resolve, 300))
    // nothing is committed, nothing streams: its machines have stopped
    expect(p.heard.slice(heard).filter(({ type }) => type === 'delta' || type === 'stream')).toEqual([])
    releases.pop()?.()
    const isNewer = (m: (typeof p.heard)[number]): boolean =>
      m.type === 'writer-changed' && m.role === 'writer' && m.epoch > (first as { epoch: number }).epoch
    await p.until(() => p.heard.some(isNewer), 'writing again')
    await p.open(sessionId)
    await p.until(() => p.status(sessionId) === 'idle', 'idle')
    await checkAtRest(sessionId, [messageId])
  })

  it('that another has replaced does not stream on until its next commit', async () => {
    const p = page()
    // an answer of minutes
    const { sessionId } = await begin(p, 0.1)
    await p.until(() => p.heard.some((m) => m.type === 'stream' && m.sessionId === sessionId), 'text')
    const opened = await openDatabase({
      onBlocked: () => {},
      onVersionChange: () => {},
      onTerminated: () => {},
      onEmptied: () => {},
    })
    if (opened.type === 'failed') throw new Error(opened.fault.message)
    const committed = p.view(sessionId)?.head.seq
    // what it sees that wakes up after its lock has passed on, before anybody tells it so
    await claimEpoch(opened.db)
    opened.db.close()
    await p.until(() => p.heard.some((m) => m.type === 'writer-changed' && m.role === 'none'), 'noticing')
    expect(p.view(sessionId)?.head.seq).toBe(committed)
    expect(p.status(sessionId)).toBe('thinking')
  })

  it('that freezes in the middle of a commit writes nothing more when it wakes up', async () => {
    // For five seconds its event loop does not turn: no heartbeat, and it keeps the lock. Half a second of silence
    // replaces it. An heir that sleeps itself, on a busy machine, counts from the start again.
    const p = page({ name: `?${QUICK}&failpoint=inside-commit:4:delay-5000` })
    await p.role('writer')
    const heir = page({ name: `?${QUICK}` })
    await heir.role('follower')
    const { sessionId, messageId } = await begin(p)
    await heir.role('writer')
    await heir.open(sessionId)
    await heir.until(() => heir.status(sessionId) === 'idle', 'idle')
    await p.until(
      () => p.heard.some((m) => m.type === 'writer-changed' && m.role !== 'writer'),
      'the old writer noticing',
    )
    // epochs in the journal never go back: the oracle looks
    await checkAtRest(sessionId, [messageId])
  })
})

describe('a follower', () => {
  it('that is there only while others are quiet hears everything of a run that begins later', async () => {
    const p = page({ name: `?${QUICK}` })
    await p.role('writer')
    const q = page({ name: `?${QUICK}` })
    await q.role('follower')
    await new Promise((resolve) => setTimeout(resolve, 1700)) // longer than its last word counts without another one
    const { sessionId } = await begin(p)
    await q.open(sessionId)
    // its name comes after its first answer, and may come last
    for (const each of [p, q])
      await each.until(() => each.status(sessionId) === 'idle' && each.view(sessionId)?.head.title !== null, 'idle')
    expect(q.view(sessionId)).toEqual(p.view(sessionId))
  })
})
