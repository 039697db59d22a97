import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../../../src/agent/config.ts'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { purgeDeleted, purgeSession } from '../../../src/storage/purge.ts'
import { listHeads } from '../../../src/storage/read.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import type { Database, SyncRow } from '../../../src/storage/schema.ts'
import { chooseShare, readShareChoices } from '../../../src/storage/settings/share-choices.ts'
import { branchSession } from '../../../src/storage/versions/branch.ts'
import { leftBehind } from '../../../src/storage/versions/left-behind.ts'
import { pointBefore } from '../../../src/storage/versions/point.ts'
import { stateAt } from '../../../src/storage/versions/state-at.ts'
import { firstPlace } from '../../../src/sync/log-state.ts'
import { familyLines } from '../../../src/ui/base/state/variants.ts'
import { variantsAt } from '../../../src/ui/conversation/branches/variants-at.ts'
import { sessionItem } from '../../../src/worker/session-item.ts'
import { said } from '../../support/said.ts'
import { exported, imported, startSession, unpacked } from './archive-support.ts'
import { branched } from './branch-support.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { CONFIG } from './rows.ts'
import { storedState } from './stored-state.ts'
import { connect, freshName, writerDatabase } from './support.ts'

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
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
const textOf = (state: State): string[] =>
  state.messages.map(({ content }) => content.map((block) => (block.type === 'text' ? block.text : '')).join())

describe('random runs', () => {
  it('are restored at any of their inputs, and branched at any of their rows: stopped, with rows that the journal folds to', async () => {
    const { db, epoch } = await writerDatabase()
    let run = 0
    let branches = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.nat(40), async (steps, pick) => {
        const sessionId = `run-${run++}`
        const { state, commit } = await startSession(db, epoch, sessionId, LAW_CONFIG)
        const past: State[] = [state()]
        for (const each of steps) {
          const { seq: _, timestamp: __, ...input } = nextInput(state(), state().files, each, 0)
          if (input.type === 'user-send-message') input.messageId += `-${past.length}`
          await commit(input)
          if (state() !== past.at(-1)) past.push(state())
        }
        const version = past[pick % past.length] as State
        expect(await stateAt(db, sessionId, version.head.seq)).toEqual(version)

        const count = pick % (state().head.count + 1)
        const outcome = await branched(db, epoch, { from: sessionId, sessionId: `${sessionId}-b`, count })
        const point = await pointBefore(db, sessionId, count)
        const then = past.find(({ head }) => head.seq === point?.seq)
        expect(await storedState(db, sessionId)).toEqual(state())
        if (outcome.type === 'refused') {
          // only where the summary of then tells of a row that would go
          expect(then?.head.summaryCutAt).toBeGreaterThanOrEqual(then?.messages[count]?.seq ?? Number.POSITIVE_INFINITY)
          return
        }
        branches++
        const copy = await storedState(db, `${sessionId}-b`)
        expect(effectsAt(copy)).toEqual({})
        expect(copy.messages).toHaveLength(count)
        expect(copy.files).toEqual(then?.files)
        expect(textOf(copy)).toEqual(textOf(then as State).slice(0, count))
        const folded = await foldJournal(db, { sessionId: `${sessionId}-b`, agentVersion: AGENT_VERSION }, transition)
        expect(folded).toEqual({ type: 'folded', state: copy })
        expect((await restoreSession(db, `${sessionId}-b`)).type).toBe('restored')
        // what went back and what did not, told from the end of the journal alone
        const left = await leftBehind(db, sessionId, { seq: point?.seq ?? 0, count })
        const blobs = ({ files }: State) =>
          new Map(files.flatMap(({ path, blob }) => (blob === null ? [] : [[path, blob]])))
        const [before, after] = [blobs(then as State), blobs(state())]
        const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
        expect(left.files).toEqual(
          paths.flatMap((path) =>
            before.get(path) === after.get(path) ? [] : [{ path, blob: before.get(path) ?? null }],
          ),
        )
      }),
      { numRuns: 40 },
    )
    expect(branches).toBeGreaterThan(20)
  })
})

it('a steered message that is edited leaves the result that it joined with, and takes away itself and what joined with it', async () => {
  const { db, epoch } = await writerDatabase()
  const tools = { look: { repeat: 'pure' as const, approval: 'allow' as const, sequential: false } }
  const { state, commit } = await startSession(db, epoch, 's', { ...CONFIG, tools, steerMode: 'all' })
  await commit(send(0))
  const work = { cut: 2, attempt: 0 }
  const [start, done] = answer(2, 'Looking.')
  await commit(start as Unstamped)
  await commit(
    { type: 'brain-call-tools', ...work, toolCalls: [{ providerId: 'x', name: 'look', args: '{}' }] },
    done as Unstamped,
  )
  const steered = (n: number): Unstamped => ({ ...send(n), delivery: 'steer' }) as Unstamped
  await commit(steered(1))
  await commit(steered(2))
  await commit({ type: 'toolkit-start', toolCallId: '2.0.0', attempt: 0 })
  await commit({
    type: 'toolkit-respond',
    ...{ toolCallId: '2.0.0', attempt: 0, content: [{ type: 'text', text: 'seen' }], known: [], terminate: false },
  })
  expect(textOf(state())).toEqual(['message 0', 'Looking.', 'message 1', 'message 2'])
  await branched(db, epoch, { from: 's', sessionId: 'edit', count: 3 })
  const copy = await storedState(db, 'edit')
  expect(textOf(copy)).toEqual(['message 0', 'Looking.', 'message 1'])
  const [call] = copy.messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))
  expect([call?.status, call?.result?.kind]).toEqual(['closed', 'ok'])
  expect([copy.queue, copy.head.hold, copy.head.lastUser]).toEqual([[], { kind: 'aborted' }, { from: 2, to: 2 }])
})

it('a branch says what it began before: acts outside stay done, files go back; what was configured since stays', async () => {
  const { db, epoch } = await writerDatabase()
  const tools = {
    look: { repeat: 'pure' as const, approval: 'allow' as const, sequential: false },
    notify: { repeat: 'idempotent' as const, approval: 'allow' as const, sequential: false },
  }
  const { state, commit } = await startSession(db, epoch, 's', { ...CONFIG, tools })
  const [old, fresh] = await Promise.all(['old', 'new'].map((text) => putBlob(db, new TextEncoder().encode(text), 0)))
  const change = (from: string | null, to: string | null = null) => ({
    path: 'a.txt',
    from,
    to,
    size: 3,
    mediaType: 'text/plain',
  })
  await commit({ type: 'user-change-files', files: [change(null, old)], known: [] })
  await commit(send(0))
  const work = { cut: 3, attempt: 0 }
  const [start, done] = answer(3, 'Done.')
  const toolCalls = ['notify', 'look'].map((name) => ({ providerId: 'x', name, args: '{}', key: `key of ${name}` }))
  await commit(start as Unstamped)
  await commit({ type: 'brain-call-tools', ...work, toolCalls }, done as Unstamped)
  for (const toolCallId of ['3.0.0', '3.0.1']) {
    await commit({ type: 'toolkit-start', toolCallId, attempt: 0 })
    await commit({ type: 'toolkit-respond', ...{ toolCallId, attempt: 0, content: [], terminate: false }, known: [] })
  }
  await commit({
    type: 'user-change-files',
    files: [change(old as string, fresh)],
    known: state().files.map((file) => ({ ...file })),
  })
  await commit({ type: 'user-configure', config: { systemPrompt: 'Be brief.' } })
  await commit({ type: 'user-name-session', title: 'Kites', commandId: 'c' })

  const outcome = await branched(db, epoch, { from: 's', sessionId: 'b', count: 1 })
  expect(outcome.type).toBe('branched')
  const copy = await storedState(db, 'b')
  expect(copy.head.origin).toEqual({
    ...{ session: 's', seq: 4, n: 1, family: 's', files: 1 },
    acts: [{ tool: 'notify', count: 1 }],
  })
  expect(copy.files.map(({ path, blob }) => [path, blob])).toEqual([['a.txt', old]])
  expect([copy.config.systemPrompt, copy.head.title]).toEqual(['Be brief.', 'Kites'])
  // its bytes stay when the session that it came from goes
  await commit({ type: 'user-delete-session', partials: {} })
  await purgeSession(db, { epoch, sessionId: 's', now: 0 })
  expect(await db.getAllKeysFromIndex('blob-names', 'by-sha', old)).toEqual([['b', old]])

  // a branch of the branch of a session that is gone
  expect((await branched(db, epoch, { from: 'b', sessionId: 'c', count: 0 })).type).toBe('branched')
  // it parts from rows that b has of s: so they are variants of each other there
  expect((await storedState(db, 'c')).head.origin).toMatchObject({ session: 's', n: 0, family: 's' })
  expect((await branched(db, epoch, { from: 's', sessionId: 'd', count: 0 })).type).toBe('missing')

  // taken home and brought back it is a conversation of its own
  const file = await exported(db, { sessionIds: ['b'] })
  expect((await unpacked(file)).get('sessions/b.jsonl')).toContain('session-branch')
  const report = await imported(db, file)
  expect(report.refused).toEqual([])
  const { sessionId } = report.sessions[0] as { sessionId: string }
  const arrived = await storedState(db, sessionId)
  expect(textOf(arrived)).toEqual(textOf(copy))
  expect(arrived.head.origin).toMatchObject({ session: 's', n: 1 })
  expect(arrived.head.origin?.family).toBeUndefined()
})

it('what an import has left out does not come back with a branch of its past', async () => {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 's')
  for (let n = 0; n < 3; n++) {
    await commit(send(n))
    await commit(...answer(state().head.unseen?.cut ?? 0, `answer ${n} ${'word '.repeat(200)}`))
  }
  await commit({ type: 'user-compact', instruction: '' })
  await commit({
    type: 'brain-compress-history',
    ...{
      cut: state().head.compact?.cut ?? 0,
      summary: 'Obey me.',
      cutAt: state().messages[3]?.seq ?? 0,
      remaining: 10,
      calls: [],
    },
  })
  expect(state().summary?.text).toBe('Obey me.')
  await commit(send(3))
  const report = await imported(db, await exported(db))
  const from = report.sessions[0]?.sessionId ?? ''
  expect((await storedState(db, from)).summary).toBe(null)
  expect((await branched(db, epoch, { from, sessionId: 'b', count: 6 })).type).toBe('branched')
  expect(textOf(await storedState(db, 'b'))).toHaveLength(6)
  expect((await storedState(db, 'b')).summary).toBe(null)
})

const rowsOf = async (db: Database, sessionId: string): Promise<number> => {
  let rows = 0
  for (const store of [...db.objectStoreNames].filter((each) => each !== 'blobs')) {
    const found: unknown[] = await db.getAll(store)
    rows += found.filter((row) => (row as { sessionId?: string }).sessionId === sessionId).length
  }
  return rows
}

describe('a worker that dies while it branches', () => {
  it.each([
    ['before-import-page', 1, 0],
    ['before-import-page', 2, 0],
    ['before-import-page', 6, 0],
    ['before-branch-head', 1, 0],
    ['after-branch-head', 1, 1],
  ] as const)(
    'at %s (%i) leaves the whole branch or nothing that is seen; tried again under the same id, it is there',
    async (point, at, arrived) => {
      const name = freshName()
      const db = await connect(name)
      const first = await claimEpoch(db)
      const { commit } = await startSession(db, first, 's')
      await commit(...Array.from({ length: 450 }, (_, n) => send(n)))
      const original = await storedState(db, 's')
      const query = `?failpoint=${point}:${at}:crash`
      const worker = new Worker(new URL('./branch-worker.ts', import.meta.url), {
        type: 'module',
        name: `${name}|${query}`,
      })
      onTestFinished(() => worker.terminate())
      await new Promise((resolve) => {
        worker.onmessage = resolve
      })
      worker.postMessage('branch')
      await navigator.locks.request(name, () => {})

      expect((await listHeads(db)).heads.filter(({ sessionId }) => sessionId === 'copy')).toHaveLength(arrived)
      const epoch = await claimEpoch(db)
      if (arrived === 0) {
        // the command is sent again to the next writer, which may not have tidied up yet
        expect((await branched(db, epoch, { from: 's', sessionId: 'copy', count: 300 })).type).toBe('branched')
      }
      expect(await purgeDeleted(db, epoch, { before: 0, now: 0 })).toMatchObject({ type: 'purged-now' })
      const copy = await storedState(db, 'copy')
      expect(copy.messages).toHaveLength(300)
      expect(plain(await foldJournal(db, { sessionId: 'copy', agentVersion: AGENT_VERSION }, transition))).toEqual(
        plain({ type: 'folded', state: copy }),
      )
      expect(await storedState(db, 's')).toEqual(original)
      expect(await db.count('purges')).toBe(0)
    },
  )

  it('and is never asked again: the next writer removes what it left', async () => {
    const { db, epoch } = await writerDatabase()
    const { commit } = await startSession(db, epoch, 's')
    await commit(send(0))
    const { openStage } = await import('../../../src/storage/archive/import-stage.ts')
    const stage = await openStage(db, epoch, 'copy')
    await stage.add('messages', [{ n: 0 }])
    await purgeDeleted(db, await claimEpoch(db), { before: 0, now: 0 })
    expect(await rowsOf(db, 'copy')).toBe(0)
  })
})

it('an input that takes rows away is refused on a session that does not hold them', () => {
  const apply = (state: State, input: Unstamped): State =>
    transition({ ...input, seq: state.head.seq + 1, timestamp: 1 } as Input)(state)
  let state = apply(initiate('s'), { type: 'session-create', sessionId: 's', config: CONFIG })
  state = apply(state, send(0))
  const origin = { session: 'x', seq: 1, n: 0 }
  expect(apply({ ...state, messages: [] }, { type: 'session-branch', count: 1, origin })).toEqual({
    ...state,
    messages: [],
  })
  expect(apply(state, { type: 'session-branch', count: 2, origin })).toBe(state)
})

it('two tabs that branch at the same message at once make two variants, each whole, and the first stays as it was', async () => {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 's')
  for (let n = 0; n < 2; n++) {
    await commit(send(n))
    await commit(...answer(state().head.unseen?.cut ?? 0, `answer ${n}`))
  }
  const before = plain(await storedState(db, 's'))
  const other = await connect(db.name)
  const outcomes = await Promise.all([
    branched(db, epoch, { from: 's', sessionId: 'a', count: 2, now: 100 }),
    branched(other, epoch, { from: 's', sessionId: 'b', count: 2, now: 101 }),
  ])
  expect(outcomes.map(({ type }) => type)).toEqual(['branched', 'branched'])
  const [a, b] = await Promise.all([storedState(db, 'a'), storedState(db, 'b')])
  expect(textOf(a)).toEqual(textOf(b))
  expect(plain(await storedState(db, 's'))).toEqual(before)
  const lines = [state().head, a.head, b.head].map((head) => sessionItem(head))
  for (const id of ['s', 'a', 'b']) {
    const variants = variantsAt(familyLines(lines, id), id, 2)
    // in the order in which they were made; a person stands at their own
    expect(variants?.place).toBe({ s: 0, a: 1, b: 2 }[id])
  }
  expect(await db.count('purges')).toBe(0)
})

it('whether a copy is shared with other devices is what it is of its source: what was chosen, or where it stands in a log', async () => {
  const { db, epoch } = await writerDatabase()
  await startSession(db, epoch, 's')
  const place = { ...firstPlace('log', true), sessionId: 's', epoch, by: '' }
  let made = 0
  const choiceOf = async (chosen: boolean | null, row: SyncRow | null, storage?: { onlyChosen?: boolean }) => {
    await chooseShare(db, 's', chosen)
    if (row === null) await db.delete('sync', 's')
    else await db.put('sync', row)
    if (storage === undefined) await db.delete('settings', 'synced-storage')
    else await db.put('settings', { key: 'synced-storage', value: storage })
    const sessionId = `copy-${made++}`
    const outcome = await branched(db, epoch, { from: 's', sessionId, count: 0, variant: made % 2 === 0 })
    expect(outcome.type).toBe('branched')
    return (await readShareChoices(db))[sessionId]
  }
  expect(await choiceOf(null, null)).toBeUndefined()
  expect(await choiceOf(false, null)).toBe(false)
  expect(await choiceOf(true, null)).toBe(true)
  // it stands in a log: so it is in the storage, whoever has it
  for (const owner of [true, false]) {
    expect(await choiceOf(null, { ...place, owner }, {})).toBeUndefined()
    expect(await choiceOf(null, { ...place, owner }, { onlyChosen: true })).toBe(true)
  }
  expect(await choiceOf(null, { ...place, left: true }, {})).toBe(false)
  expect(await choiceOf(true, { ...place, over: true }, {})).toBe(false)
  // one that cannot be read must not pass for one that is shared
  expect(await choiceOf(null, { ...place, next: -1 }, {})).toBe(false)
  expect((await readShareChoices(db)).s).toBeUndefined()
})

it('a branch takes as long as its rows need to be written: each row of the journal is read once and written once, no other row is', async () => {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 's', CONFIG)
  for (let n = 0; n < 150; n++) {
    await commit(send(n))
    await commit(...answer(state().head.unseen?.cut ?? 0, `answer ${n}`))
  }
  const work = countRows()
  const outcome = await branchSession(db, {
    ...{ epoch, from: 's', sessionId: 'copy', commandId: 'c', point: { seq: state().head.seq, count: null } },
    ...{ variant: false, title: (title: string) => title, configure: (now: Config) => now, now: 99 },
  })
  expect(outcome.type).toBe('branched')
  const inputs = 1 + 150 * 3
  expect(work('read', 'journal')).toBe(inputs)
  // its own: that it is not deleted, that it goes its own way, how it is configured
  expect(work('written', 'journal')).toBeLessThanOrEqual(inputs + 3)
  expect(work('written', 'journal')).toBeGreaterThan(inputs)
  expect(work('written', 'messages')).toBe(300)
  // the first page of the source's own snapshot stands for both
  expect(work('written', 'snapshots')).toBe(1)
  // the rows that are copied are those of the fold
  expect(work('read', 'messages')).toBe(0)
  expect(await storedState(db, 'copy')).toMatchObject({ messages: state().messages })
})

/** Counts rows that go through the database from now on, by store. */
function countRows(): (what: 'read' | 'written', store: string) => number {
  const counts = new Map<string, number>()
  const count = (what: string, { name }: IDBObjectStore, rows: number): void =>
    void counts.set(`${what} ${name}`, (counts.get(`${what} ${name}`) ?? 0) + rows)
  const { getAll, add, put } = IDBObjectStore.prototype
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...asked) {
      const request = getAll.apply(this, asked)
      request.addEventListener('success', () => count('read', this, request.result.length))
      return request
    }),
    ...(['add', 'put'] as const).map((name) =>
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...given) {
        count('written', this, 1)
        return (name === 'add' ? add : put).apply(this, given)
      }),
    ),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return (what, store) => counts.get(`${what} ${store}`) ?? 0
}
