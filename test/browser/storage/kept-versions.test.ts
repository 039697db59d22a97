import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import { type Database, KEPT_PAGE, type SnapshotRow } from '../../../src/storage/schema.ts'
import { keepHeld, keepVersions } from '../../../src/storage/versions/keep-versions.ts'
import { KEPT_EVERY, keptBefore } from '../../../src/storage/versions/kept.ts'
import { restoreVersion } from '../../../src/storage/versions/restore-version.ts'
import { stateAt } from '../../../src/storage/versions/state-at.ts'
import { openVersions } from '../../../src/storage/versions/versions.ts'
import { said } from '../../support/said.ts'
import { exported, imported, startSession } from './archive-support.ts'
import { branched } from './branch-support.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { connect, freshName, writerDatabase } from './support.ts'

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })
const send = (n: number): Unstamped =>
  said({
    type: 'user-send-message',
    messageId: `m${n}`,
    content: [{ type: 'text', text: `message ${n}` }],
    delivery: 'now',
  })
const answer = (cut: number, text: string): Unstamped[] => [
  { type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } },
  {
    type: 'brain-send-message-complete',
    ...{ cut, attempt: 0, content: [{ type: 'text', text }], stopReason: 'stop', cost: null },
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  },
]
const LAST = { from: null, rows: 20 }
const keptRows = async (db: Database): Promise<SnapshotRow[]> =>
  (await db.getAll('snapshots')).filter(({ page }) => page === KEPT_PAGE)

/** A conversation of `turns` questions with their answers: three inputs and two rows each. */
async function conversation(db: Database, epoch: number, sessionId: string, turns: number): Promise<() => State> {
  const { state, commit } = await startSession(db, epoch, sessionId)
  for (let n = 0; n < turns; n++) {
    await commit(send(n))
    await commit(...answer(state().head.unseen?.cut ?? 0, `answer ${n}`))
  }
  return state
}

/** What the fold of the journal says of the same rows. */
function asFolded(whole: State | null, { from, rows }: { from: number | null; rows: number }): State | null {
  if (whole === null) return null
  const first = from ?? Math.max(0, whole.head.count - rows)
  return { ...whole, messages: whole.messages.slice(first, first + rows) }
}

it('every version of a random run, and of a copy of it, is what the journal folds to, with kept versions and without', async () => {
  const { db, epoch } = await writerDatabase()
  let run = 0
  let near = 0
  /** Whether it can be restored without the whole journal. */
  const compare = async (sessionId: string, seq: number, from: number | null): Promise<boolean> => {
    const wish = { from, rows: 20 }
    const quick = await restoreVersion(db, sessionId, seq, wish)
    if (quick === null) return false
    expect(quick).toEqual(asFolded(await stateAt(db, sessionId, seq), wish))
    if ((await keptBefore(db, sessionId, seq)) !== null) near++
    return true
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 150, maxLength: 260 }),
      fc.infiniteStream(fc.nat()),
      async (steps, picks) => {
        const sessionId = `run-${run++}`
        const pick = (): number => picks.next().value ?? 0
        const { state, commit } = await startSession(db, epoch, sessionId, LAW_CONFIG)
        const stamps: number[] = []
        for (const [n, each] of steps.entries()) {
          const { seq: _, timestamp: __, ...input } = nextInput(state(), state().files, each, 0)
          if (input.type === 'user-send-message') input.messageId += `-${n}`
          const before = state()
          await commit(input)
          if (state() !== before) stamps.push(state().head.seq)
          // also while the run goes on, where answers and calls are open
          if (pick() % 60 === 0) await keepVersions(db, sessionId)
        }
        await keepVersions(db, sessionId)
        const at = (): number => (stamps[pick() % stamps.length] ?? 0) + (pick() % 2)
        for (let times = 0; times < 12; times++)
          expect(await compare(sessionId, at(), pick() % 3 === 0 ? pick() % (state().head.count + 1) : null)).toBe(true)
        // a copy has its past as well, but for rows that it has not any more
        const copy = `${sessionId}-b`
        const made = await branched(db, epoch, { from: sessionId, sessionId: copy, count: pick() % state().head.count })
        if (made.type !== 'branched') return
        await keepVersions(db, copy)
        for (let times = 0; times < 8; times++) await compare(copy, at(), pick() % 2 === 0 ? null : pick() % 40)
        await compare(copy, Number.MAX_SAFE_INTEGER, null)
      },
    ),
    { numRuns: 6, endOnFailure: true },
  )
  expect(near).toBeGreaterThan(15)
})

describe('in a long conversation', () => {
  it('a version is restored from so many rows of the journal at most, like its end, and bringing it up costs what is new', async () => {
    const { db, epoch } = await writerDatabase()
    const state = await conversation(db, epoch, 's', 150)
    await keepVersions(db, 's')
    expect(await keptRows(db)).toHaveLength(Math.floor((1 + 150 * 3) / KEPT_EVERY))
    const reads = countReads()
    for (const seq of [70, 128, 300, 449, Number.MAX_SAFE_INTEGER]) {
      reads.clear()
      const version = await restoreVersion(db, 's', seq, LAST)
      expect(reads.get('journal') ?? 0).toBeLessThan(KEPT_EVERY)
      expect(reads.get('messages') ?? 0).toBeLessThanOrEqual(20)
      expect(version).toEqual(asFolded(await stateAt(db, 's', seq), LAST))
    }
    // the first versions too, which stand before any that is kept
    expect(await restoreVersion(db, 's', 30, LAST)).toEqual(asFolded(await stateAt(db, 's', 30), LAST))
    reads.clear()
    await keepVersions(db, 's')
    expect(reads.get('journal') ?? 0).toBeLessThan(KEPT_EVERY)
    const end = await restoreSession(db, 's', 20)
    expect(end.type === 'restored' && end.state.messages).toEqual(state().messages.slice(-20))
  })

  it('a copy that was just made is brought up at the cost of what is new, although a branch stands in its journal', async () => {
    const { db, epoch } = await writerDatabase()
    await conversation(db, epoch, 's', 150)
    const made = await branched(db, epoch, { from: 's', sessionId: 'copy', count: 250 })
    expect(made.type).toBe('branched')
    await keepVersions(db, 'copy')
    const reads = countReads()
    await keepVersions(db, 'copy')
    expect(reads.get('journal') ?? 0).toBeLessThan(KEPT_EVERY)
  })

  it('one that is damaged, of another version of the agent, or not of this journal is not trusted: the one before it is', async () => {
    const { db, epoch } = await writerDatabase()
    await conversation(db, epoch, 's', 150)
    await keepVersions(db, 's')
    const rows = await keptRows(db)
    const [third, fourth, fifth, sixth] = rows.slice(2)
    if (!third?.part.head || !fourth || !fifth?.part.head || !sixth) throw new Error('Too few are kept')
    await db.put('snapshots', { ...fourth, part: { damaged: true } } as never)
    await db.put('snapshots', { ...fifth, part: { ...fifth.part, head: { ...fifth.part.head, timestamp: 1 } } })
    await db.put('snapshots', { ...sixth, agentVersion: 3 })
    await db.put('snapshots', { ...rows[6], seq: sixth.seq + 1, epoch: 99 } as SnapshotRow)
    expect((await keptBefore(db, 's', sixth.seq + 5))?.state.head.seq).toBe(third.seq)
    expect(await restoreVersion(db, 's', sixth.seq + 5, LAST)).toEqual(
      asFolded(await stateAt(db, 's', sixth.seq + 5), LAST),
    )
  })

  it('a summary and a configuration are written once, not with each version that has them', async () => {
    const { db, epoch } = await writerDatabase()
    const config = { ...LAW_CONFIG, systemPrompt: 'x'.repeat(10_000) }
    const { state, commit } = await startSession(db, epoch, 's', config)
    const sizes = async (): Promise<number[]> => (await keptRows(db)).map((row) => JSON.stringify(row).length)
    // by and by, as in the wake of the work
    for (let times = 0; times < 5; times++) {
      await commit(...Array.from({ length: KEPT_EVERY }, (_, n) => send(times * KEPT_EVERY + n)))
      await keepVersions(db, 's')
    }
    expect((await sizes()).filter((size) => size > 10_000)).toHaveLength(1)
    await commit(said({ type: 'user-configure', config: { systemPrompt: 'y'.repeat(10_000) } }))
    await commit(...Array.from({ length: 2 * KEPT_EVERY }, (_, n) => send(1000 + n)))
    await keepVersions(db, 's')
    expect((await sizes()).filter((size) => size > 10_000)).toHaveLength(2)
    for (const { seq } of await keptRows(db)) {
      expect((await keptBefore(db, 's', seq))?.state.head.seq).toBe(seq)
      expect(await restoreVersion(db, 's', seq, LAST)).toEqual(asFolded(await stateAt(db, 's', seq), LAST))
    }
    // the one that holds them is damaged: none that names it is trusted
    const [first] = await keptRows(db)
    await db.put('snapshots', { ...first, part: {} } as SnapshotRow)
    expect(await keptBefore(db, 's', 3 * KEPT_EVERY)).toBe(null)
    expect((await keptBefore(db, 's', state().head.seq))?.state.config).toEqual(state().config)
  })

  it('they go with the session, come with no archive, and none is written for a session that is gone', async () => {
    const { db, epoch } = await writerDatabase()
    const state = await conversation(db, epoch, 's', 60)
    const versions = await openVersions(db, 's')
    if (versions === null) throw new Error('No versions')
    await keepHeld(db, 's', versions)
    expect((await keptRows(db)).map(({ seq }) => seq)).toEqual([64, 128])
    // what somebody looked at is what is kept in the wake of the work
    const before = await keptRows(db)
    await db.delete('snapshots', IDBKeyRange.bound(['s', 2], ['s', []]))
    await keepVersions(db, 's')
    expect(await keptRows(db)).toEqual(before)

    const { sessions } = await imported(db, await exported(db, { sessionIds: ['s'] }))
    const id = sessions[0]?.sessionId ?? ''
    expect((await keptRows(db)).filter(({ sessionId }) => sessionId === id)).toEqual([])
    await keepVersions(db, id)
    expect((await restoreVersion(db, id, 100, LAST))?.messages).toEqual(
      asFolded(await stateAt(db, 's', 100), LAST)?.messages,
    )

    await purgeSession(db, { epoch, sessionId: 's', now: 1 }, () => true)
    await keepHeld(db, 's', versions)
    await keepVersions(db, 's')
    expect((await keptRows(db)).filter(({ sessionId }) => sessionId === 's')).toEqual([])
    expect(state().head.count).toBe(120)
  })
})

it.each([
  ['before-keep-versions', 1],
  ['before-keep-versions', 2],
  ['after-keep-versions', 1],
] as const)('a worker that dies at %s (%i) spoils nothing, and the next one keeps the rest', async (point, at) => {
  const name = freshName()
  const db = await connect(name)
  const { commit } = await startSession(db, await claimEpoch(db), 's')
  await commit(...Array.from({ length: 1200 }, (_, n) => send(n)))
  const query = `?failpoint=${point}:${at}:crash`
  const worker = new Worker(new URL('./keep-worker.ts', import.meta.url), { type: 'module', name: `${name}|${query}` })
  onTestFinished(() => worker.terminate())
  await new Promise((resolve) => {
    worker.onmessage = resolve
  })
  worker.postMessage('keep')
  await navigator.locks.request(name, () => {})
  expect(await keptRows(db)).toHaveLength(point === 'before-keep-versions' && at === 1 ? 0 : 16)
  for (const seq of [500, 1100]) {
    const quick = await restoreVersion(db, 's', seq, LAST)
    if (quick !== null) expect(quick).toEqual(asFolded(await stateAt(db, 's', seq), LAST))
  }
  await keepVersions(db, 's')
  expect(await keptRows(db)).toHaveLength(Math.floor(1201 / KEPT_EVERY))
  expect(await restoreVersion(db, 's', 1100, LAST)).toEqual(asFolded(await stateAt(db, 's', 1100), LAST))
})

/** Rows read from now on, by store. */
function countReads(): Map<string, number> {
  const counts = new Map<string, number>()
  const { getAll } = IDBObjectStore.prototype
  const spy = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...asked
  ) {
    const request = getAll.apply(this, asked)
    request.addEventListener('success', () =>
      counts.set(this.name, (counts.get(this.name) ?? 0) + request.result.length),
    )
    return request
  })
  onTestFinished(() => spy.mockRestore())
  return counts
}
