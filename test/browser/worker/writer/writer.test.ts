import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { effectsAt } from '../../../../src/agent/effects-at.ts'
import type { Head } from '../../../../src/agent/head.ts'
import type { Command } from '../../../../src/protocol/command.ts'
import { setPace } from '../../../../src/settings/pace.ts'
import { openView } from '../../../../src/storage/read.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { changeMcpMemory, saveMcpServer } from '../../../../src/storage/settings/services.ts'
import { readPreferences } from '../../../../src/storage/settings/settings.ts'
import { openRemoteTools } from '../../../../src/worker/writer/open-remote-tools.ts'
import { rememberDecision } from '../../../../src/worker/writer/remember-decision.ts'
import { said } from '../../../support/said.ts'
import { startSession } from '../../storage/archive-support.ts'
import { CONFIG, SESSION, userMessage } from '../../storage/rows.ts'
import { createSession, writerDatabase } from '../../storage/support.ts'
import { beginWriter } from '../begin-writer.ts'

afterEach(() => vi.restoreAllMocks())
beforeAll(() => setPace(10))
afterAll(() => setPace(1))

/** Transactions that are of this kind fail, as they do when the files of the database cannot be read for a moment. */
function failing(isOfKind: (stores: string[], mode: IDBTransactionMode | undefined, database: string) => boolean): {
  times: () => number
  end: () => void
} {
  const real = IDBDatabase.prototype.transaction
  let times = 0
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    stores,
    ...rest
  ) {
    if (isOfKind([stores].flat() as string[], rest[0], this.name)) {
      times += 1
      throw new DOMException('Internal error', 'UnknownError')
    }
    return real.call(this, stores, ...rest)
  })
  return { times: () => times, end: () => spy.mockRestore() }
}
const restores = (stores: string[]): boolean => stores.includes('configs') && stores.includes('messages')
const starts = (stores: string[]): boolean => stores.length === 2 && stores.includes('journal')

async function begin(db: Database, epoch: number) {
  const { writer, published, activity } = await beginWriter(db, epoch)
  return { writer, published, fault: () => activity()?.fault }
}
/** A session in the middle of its work: a message that is to be answered. */
const busySession = (db: Database, epoch: number, changes: Partial<Head> = {}) =>
  createSession(db, epoch, {
    messages: [userMessage(0, 1)],
    head: { unseen: { cut: 1, user: true, now: true }, lastUserSeq: 1, ...changes },
  })

const create: Command = {
  kind: 'create-session',
  sessionId: 'new',
  providerId: 'none',
  model: 'none',
  thinking: 'off',
}
const send = (messageId: string): Command => {
  const content = [{ type: 'text' as const, text: 'Hello' }]
  return {
    kind: 'input',
    sessionId: 'new',
    input: said({ type: 'user-send-message', messageId, content, delivery: 'steer' }),
  }
}

it.each([
  ['read', restores],
  ['started', starts],
])('a message behind a create whose session could not be %s for a moment is not refused', async (_what, kind) => {
  const { db, epoch } = await writerDatabase()
  const { writer } = await begin(db, epoch)
  const broken = failing(kind)
  const first = writer.run('c1', create)
  const second = writer.run('m1', send('m1'))
  expect(await first).toBeNull()
  broken.end()
  expect(await second).toBeNull()
  // the page sends both again, in order; another message may come first
  expect(await writer.run('m2', send('m2'))).toBeNull()
  const answers = await Promise.all([
    writer.run('c1', create),
    writer.run('m1', send('m1')),
    writer.run('m2', send('m2')),
  ])
  expect(answers).toMatchObject(['c1', 'm1', 'm2'].map((id) => ({ type: 'acknowledged', id, outcome: 'committed' })))
  const view = await openView(db, 'new', 50)
  if (view.type === 'missing') throw new Error('not created')
  const ids = view.view.messages.flatMap((message) => (message.role === 'user' ? [message.id] : []))
  expect([...ids, ...view.view.queue.map(({ id }) => id)]).toEqual(['m1', 'm2'])
})

it('a command that is in the journal is not told "refused" when its answer was lost and its session can go on no more', async () => {
  const { db, epoch } = await writerDatabase()
  const { writer } = await begin(db, epoch)
  const name: Command = { kind: 'input', sessionId: 'new', input: { type: 'user-name-session', title: 'Ours' } }
  await writer.run('c1', create)
  expect(await writer.run('n1', name)).toMatchObject({ outcome: 'committed' })
  writer.stop()
  const config = await db.get('configs', 'new')
  await db.put('configs', { ...config, config: 'spoilt' } as never)
  const next = await begin(db, epoch)
  expect(await next.writer.run('n2', name)).toMatchObject({ type: 'refused' })
  expect(await next.writer.run('n1', name)).toMatchObject({ type: 'acknowledged', outcome: 'known' })
})

it('a command that comes again after forty others is known, and does not undo what they did', async () => {
  const { db, epoch } = await writerDatabase()
  const { writer } = await begin(db, epoch)
  const name = (title: string): Command => ({
    kind: 'input',
    sessionId: 'new',
    input: { type: 'user-name-session', title },
  })
  await writer.run('c1', create)
  for (let n = 0; n <= 40; n++)
    expect(await writer.run(`n${n}`, name(`Name ${n}`))).toMatchObject({ outcome: 'committed' })
  expect(await writer.run('n0', name('Name 0'))).toMatchObject({ outcome: 'known' })
  const view = await openView(db, 'new', 1)
  expect(view).toMatchObject({ view: { head: { title: 'Name 40' } } })
})

it('a message to a session that never was, or whose create was refused, is refused as ever', async () => {
  const { db, epoch } = await writerDatabase()
  const { writer } = await begin(db, epoch)
  expect(await writer.run('m0', send('m0'))).toMatchObject({ type: 'refused' })
  await db.put('settings', { key: 'preferences', value: { theme: 7 } })
  expect(await writer.run('c1', create)).toMatchObject({ type: 'refused' })
  expect(await writer.run('m1', send('m1'))).toMatchObject({ type: 'refused' })
})

it.each([
  ['read', restores],
  ['started', starts],
])('a busy session that could not be %s for a moment goes on by itself, and its fault goes', async (_what, kind) => {
  const { db, epoch } = await writerDatabase()
  await busySession(db, epoch)
  const broken = failing(kind)
  const { fault, published } = await begin(db, epoch)
  await vi.waitFor(() => expect(fault()).toMatchObject({ kind: 'aborted' }), 15_000)
  broken.end()
  await vi.waitFor(() => expect(published.some(({ type }) => type === 'delta')).toBe(true), 15_000)
  await vi.waitFor(() => expect(fault()).toBeNull(), 15_000)
})

it('"Save again" starts at once what could not be started', async () => {
  const { db, epoch } = await writerDatabase()
  await busySession(db, epoch)
  const broken = failing(restores)
  // The next try by itself would be 400 ms later. It never comes, so the press starts the session.
  const { setTimeout: real } = globalThis
  const held: number[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms = 0) => {
    if (ms < 350) return real(work, ms)
    held.push(ms)
    return 0
  }) as never)
  const { writer, fault } = await begin(db, epoch)
  await vi.waitFor(() => expect(broken.times()).toBe(3), 15_000)
  broken.end()
  expect(fault()).not.toBeNull()
  expect(held.length).toBeGreaterThan(0)
  writer.retryCommit()
  await vi.waitFor(() => expect(fault()).toBeNull(), 15_000)
})

it('a session that cannot be started showed "Thinking" for good to whoever opened it later: why is told again, until it runs', async () => {
  const { db, epoch } = await writerDatabase()
  await busySession(db, epoch)
  const broken = failing(restores)
  const { writer, published, fault } = await begin(db, epoch)
  await vi.waitFor(() => expect(fault()).toMatchObject({ kind: 'aborted' }), 15_000)
  for (let n = 0; n < 2; n++) {
    published.length = 0
    // between two tries, or in the middle of one
    expect(await writer.streams(SESSION)).toBe(null)
    await vi.waitFor(() => expect(fault()).toMatchObject({ kind: 'aborted' }), 15_000)
  }
  broken.end()
  writer.retryCommit()
  await vi.waitFor(() => expect(fault()).toBeNull(), 15_000)
  published.length = 0
  await writer.streams(SESSION)
  expect(published.filter(({ type }) => type === 'activity')).toMatchObject([{ activity: { fault: null } }])
})

it('a session does not start under a new version before its snapshot is written', async () => {
  const { db, epoch } = await writerDatabase()
  await busySession(db, epoch, { agentVersion: 0 })
  const broken = failing((stores, mode) => mode === 'readwrite' && stores.includes('snapshots'))
  const { writer, fault, published } = await begin(db, epoch)
  await vi.waitFor(() => expect(fault()).toMatchObject({ kind: 'aborted' }), 15_000)
  expect(published.filter(({ type }) => type === 'delta')).toEqual([])
  expect(await db.get('sessions', SESSION)).toMatchObject({ agentVersion: 0 })
  broken.end()
  writer.retryCommit()
  await vi.waitFor(() => expect(published.some(({ type }) => type === 'delta')).toBe(true), 15_000)
  expect(await db.getAll('snapshots')).toEqual(
    expect.arrayContaining([expect.objectContaining({ sessionId: SESSION })]),
  )
})

/** Names of the databases in which bytes that nothing names were looked for. */
function watchTidying(): () => string[] {
  const tidied = new Set<string>()
  failing((stores, _mode, database) => {
    if (stores.includes('pending-blobs')) tidied.add(database)
    return false
  })
  return () => [...tidied]
}

it('housekeeping waits until interrupted work has begun, and is not begun by a writer that has stopped', async () => {
  const { db, epoch } = await writerDatabase()
  const gone = await writerDatabase()
  await createSession(db, epoch)
  await createSession(gone.db, gone.epoch)
  const tidied = watchTidying()
  const other = await begin(gone.db, gone.epoch)
  other.writer.stop()
  const { writer } = await begin(db, epoch)
  // Of two timers of one thread the earlier one comes first, however late both are. Housekeeping is due in 300 ms.
  await new Promise((resolve) => setTimeout(resolve, 140))
  expect(tidied()).toEqual([])
  await vi.waitFor(() => expect(tidied()).toContain(db.name), 15_000)
  // it would have been at it before this one
  expect(tidied()).toEqual([db.name])
  writer.stop()
})

it('a page that had nothing to keep fetched the code of housekeeping; it begins with the first session', async () => {
  const { db, epoch } = await writerDatabase()
  const later = await writerDatabase()
  const tidied = watchTidying()
  const { writer } = await begin(db, epoch)
  await createSession(later.db, later.epoch)
  const other = await begin(later.db, later.epoch)
  // the other began after it, and would be later
  await vi.waitFor(() => expect(tidied()).toContain(later.db.name), 15_000)
  expect(tidied()).toEqual([later.db.name])
  await writer.run('c1', create)
  await vi.waitFor(() => expect(tidied()).toContain(db.name), 15_000)
  writer.stop()
  other.writer.stop()
})

it('tools of the first server that is set up while the writer runs are there, and go when it is switched off', async () => {
  const { db } = await writerDatabase()
  const report = vi.fn()
  const remote = await openRemoteTools({ db, changed: () => {}, report })
  expect(remote.current()).toEqual([])
  await remote.refresh()
  const server = { id: 's1', name: 'notes', url: 'https://mcp.example/', enabled: true, trusted: false, createdAt: 1 }
  await saveMcpServer(db, server)
  const find = { name: 'find', title: 'Find', description: 'Finds notes.', inputSchema: { type: 'object' } }
  await changeMcpMemory(db, 's1', (memory) => ({
    ...memory,
    tools: [{ ...find, readOnly: true, idempotent: true, hash: 'h' }],
  }))
  await Promise.all([remote.reload(), remote.reload()])
  expect(remote.current().map(({ tool }) => tool.name)).toEqual(['notes__find'])
  await saveMcpServer(db, { ...server, enabled: false })
  await remote.reload()
  expect(remote.current()).toEqual([])
  remote.stop()
  expect(report).not.toHaveBeenCalled()
})

it('two "always" in the same moment are both remembered, and one twice is one', async () => {
  const { db } = await writerDatabase()
  const remote = await openRemoteTools({ db, changed: () => {}, report: console.error })
  const a = { grant: 'origin:https://a.example' }
  const subjects = [
    a,
    { grant: 'origin:https://b.example' },
    { name: 'pay', hashes: [] },
    { name: 'read', hashes: [] },
    a,
  ]
  await Promise.all(subjects.map((subject) => rememberDecision(db, subject, 'approve', remote)))
  expect(await readPreferences(db)).toMatchObject({
    grants: ['origin:https://a.example', 'origin:https://b.example'],
    approvals: { pay: 'allow', read: 'allow' },
  })
})

it('an "always" is remembered even if the tab dies before its decision is committed, and the decision waits until it is', async () => {
  const { db, epoch } = await writerDatabase()
  const tools = { pay: { repeat: 'once', approval: 'ask', sequential: true } } as const
  const { commit, state } = await startSession(db, epoch, SESSION, { ...CONFIG, tools })
  const content = [{ type: 'text' as const, text: 'Pay' }]
  await commit(said({ type: 'user-send-message', messageId: 'm0', content, delivery: 'steer' }))
  const ask = Object.values(effectsAt(state())).find((effect) => effect.kind === 'ask-brain')
  if (ask?.kind !== 'ask-brain') throw new Error('nothing is asked')
  const work = { cut: ask.cut, attempt: ask.attempt }
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  await commit({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
  const call = { providerId: 'call_0', args: '{}', name: 'pay', grant: 'origin:https://a.example' }
  await commit({ type: 'brain-call-tools', ...work, toolCalls: [call] })
  await commit({ type: 'brain-send-message-complete', ...work, content: [], stopReason: 'stop', usage, cost: 0 })
  const toolCallId = state()
    .messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
    .find(({ status }) => status === 'pending')?.id
  if (toolCallId === undefined) throw new Error('no call waits')
  const decide: Command = {
    kind: 'input',
    sessionId: SESSION,
    input: { type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'always' },
  }
  const { writer } = await begin(db, epoch)
  const settings = failing((stores, mode) => mode === 'readwrite' && stores.includes('settings'))
  expect(await writer.run('d', decide)).toBeNull()
  settings.end()
  const commits = failing((stores, mode) => mode === 'readwrite' && stores.includes('journal'))
  const decided = writer.run('d', decide)
  await vi.waitFor(() => expect(commits.times()).toBeGreaterThan(0), 15_000)
  expect((await readPreferences(db)).grants).toEqual(['origin:https://a.example'])
  commits.end()
  expect(await decided).toMatchObject({ outcome: 'committed' })
  expect(await writer.run('d', decide)).toMatchObject({ outcome: 'known' })
})
