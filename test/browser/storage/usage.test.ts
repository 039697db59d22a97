import { afterEach, expect, it, vi } from 'vitest'
import type { Head } from '../../../src/agent/head.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import { DEMO_PROVIDER, type Provider } from '../../../src/settings/provider.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import type { Database, JournalRow } from '../../../src/storage/schema.ts'
import { changePreferences, saveProvider } from '../../../src/storage/settings/settings.ts'
import type { UsageFold } from '../../../src/storage/usage/fold-usage.ts'
import { dayOf, keepUsage, readUsage } from '../../../src/storage/usage/read-usage.ts'
import { spentToday } from '../../../src/storage/usage/spent-today.ts'
import { connect as connectTo } from '../../../src/worker/ports/connect.ts'
import { usedBy } from '../../../src/worker/requests/used.ts'
import { said } from '../../support/said.ts'
import { exported, imported, startSession } from './archive-support.ts'
import { SESSION } from './rows.ts'
import { connect, createSession, freshName, writerDatabase } from './support.ts'

const NOON = new Date(2026, 10, 22, 12).getTime()
const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
const row = (sessionId: string, seq: number, timestamp: number, cost: number): JournalRow => ({
  ...{ sessionId, seq, timestamp, epoch: 1, agentVersion: 1 },
  input: {
    ...{ type: 'brain-compress-history', cut: 1, cutAt: 1, remaining: 1, summary: '', calls: [] },
    ...{ usage, cost, seq, timestamp },
  },
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('what sessions have used is counted once, however often it is asked for, and stays known when a session is gone', async () => {
  const db = await connect()
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  for (const sessionId of ['a', 'b']) {
    await db.put('sessions', { sessionId } as never)
    await db.put('journal', { ...row(sessionId, 1, NOON, 0), input: create } as never)
  }
  for (let seq = 2; seq <= 1201; seq++) await db.put('journal', row('a', seq, NOON - 86_400_000, 0.01))
  await db.put('journal', row('b', 2, NOON, 0.5))
  expect(await spentToday(db, NOON)).toBe(0.5)
  await db.put('journal', row('b', 3, NOON, 0.25))
  expect(await spentToday(db, NOON)).toBe(0.75)
  expect(await spentToday(db, NOON)).toBe(0.75)
  // what the session in sight shows of itself, and its run, which began with its second input and is at rest
  const head = { ...initiate('b').head, seq: 3, timestamp: NOON + 9000, run: { tokens: 240, cost: 0.75, id: 2 } }
  expect(await usedBy(db, head)).toEqual({
    models: [
      {
        ...{ providerId: 'p', model: 'm', answers: 2, input: 200, output: 40, cacheRead: 0, reasoning: 0 },
        ...{ cost: 0.75, unpriced: 0 },
      },
    ],
    run: { from: NOON, until: NOON + 9000, tokens: 240, cost: 0.75 },
  })
  expect(await usedBy(db, initiate('new').head)).toEqual({ models: [], run: null })

  await db.delete('sessions', 'b')
  await db.delete('journal', IDBKeyRange.bound(['b'], ['b', []]))
  expect(await spentToday(db, NOON)).toBe(0.75)
  const yesterday = (await readUsage(db)).get('a')?.days[dayOf(NOON - 86_400_000)]
  expect(Object.values(yesterday ?? {})).toMatchObject([{ answers: 1200, input: 120_000 }])
})

it('what a session in sight has used is not written anew after each turn, and is known to its last turn when it is purged', async () => {
  const { db, epoch } = await writerDatabase()
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  await createSession(db, epoch, { head: { deletedAt: 5 } })
  await db.put('journal', { ...row(SESSION, 1, NOON, 0), input: create } as never)
  const answers = async (): Promise<number> => {
    const { models } = await usedBy(db, { ...initiate(SESSION).head })
    return models[0]?.answers ?? 0
  }
  const kept = async (): Promise<number> =>
    ((await db.get('settings', `usage:${SESSION}`))?.value as UsageFold)?.seq ?? 0
  const writes = new Set<number>()
  for (let seq = 2; seq <= 61; seq++) {
    await db.put('journal', row(SESSION, seq, NOON, 0.01))
    expect(await answers()).toBe(seq - 1)
    writes.add(await kept())
  }
  expect(writes).toEqual(new Set([0, 24, 48]))
  expect(await purgeSession(db, { epoch, sessionId: SESSION, now: 1 })).toEqual({ type: 'purged-now' })
  expect(await db.count('journal')).toBe(0)
  expect(await spentToday(db, NOON)).toBeCloseTo(0.6)
})

it('each question under a limit of the day reads the sessions that have moved, not the journals of all; and what others add or delete counts', async () => {
  const name = freshName()
  const db = await connect(name)
  const other = await connect(name)
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  const add = async (at: Database, sessionId: string, seq: number, cost: number, day = NOON) => {
    await at.put(
      'journal',
      seq === 1 ? ({ ...row(sessionId, 1, day, 0), input: create } as never) : row(sessionId, seq, day, cost),
    )
    await at.put('sessions', { ...initiate(sessionId).head, sessionId, seq, epoch: 1 })
  }
  const ids = Array.from({ length: 30 }, (_, n) => `s${n}`)
  for (const id of ids) for (const seq of [1, 2]) await add(db, id, seq, 1)
  expect(await spentToday(db, NOON)).toBe(30)
  const asked = vi.spyOn(IDBObjectStore.prototype, 'getAll')
  const written = vi.spyOn(IDBObjectStore.prototype, 'put')
  const read = (): IDBObjectStore['name'][] => asked.mock.contexts.map((store) => (store as IDBObjectStore).name)
  for (let seq = 3; seq <= 5; seq++) {
    await add(db, 's7', seq, 1)
    asked.mockClear()
    written.mockClear()
    expect(await spentToday(db, NOON)).toBe(30 + seq - 2)
    expect(read().sort()).toEqual(['journal', 'sessions'])
    expect(written).not.toHaveBeenCalled()
  }
  // another tab was the writer in between, began a session, and let one go that had gone on
  await add(other, 's8', 3, 10)
  await add(other, 'new', 1, 0)
  await add(other, 'new', 2, 20)
  await add(other, 's9', 3, 40)
  await keepUsage(other, 's9')
  await other.delete('sessions', 's9')
  await other.delete('journal', IDBKeyRange.bound(['s9'], ['s9', []]))
  for (let again = 0; again < 2; again++) expect(await spentToday(db, NOON)).toBe(33 + 10 + 20 + 40)
  // a head that says nothing of its journal hides nothing of it
  await add(db, 's10', 3, 100)
  await db.put('sessions', { sessionId: 's10' } as never)
  expect(await spentToday(db, NOON)).toBe(203)
  const tomorrow = NOON + 86_400_000
  await add(db, 's1', 3, 0.5, tomorrow)
  expect(await spentToday(db, tomorrow)).toBe(0.5)
  expect(await spentToday(db, NOON)).toBe(203)
  // whoever begins anew counts the same
  expect(await spentToday(other, NOON)).toBe(203)
})

it('what others had spent counted for whoever opened their black box, also against the limit of the day and after it was deleted: a recording is in no sum, and tells of itself alone', async () => {
  const { db, epoch } = await writerDatabase()
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  const add = async (sessionId: string, cost: number, more: Partial<Head>) => {
    await db.put('journal', { ...row(sessionId, 1, NOON, 0), input: create } as never)
    for (let seq = 2; seq <= 31; seq++) await db.put('journal', row(sessionId, seq, NOON, cost))
    await db.put('sessions', { ...initiate(sessionId).head, sessionId, seq: 31, epoch, ...more })
  }
  await add('mine', 0.5, {})
  expect(await spentToday(db, NOON)).toBe(15)
  await add('theirs', 40, { recorded: true, deletedAt: 5 })
  const agree = async (): Promise<void> => {
    expect(await spentToday(db, NOON)).toBe(15)
    // whoever begins anew counts the same
    expect([...(await readUsage(db)).keys()]).toEqual(['mine'])
  }
  await agree()
  // an older version of the app, or looking at it, has kept what it says of itself
  const { models } = await usedBy(db, initiate('theirs').head)
  expect(models).toMatchObject([{ answers: 30, cost: 1200 }])
  expect(await db.get('settings', 'usage:theirs')).toBeDefined()
  await agree()
  expect(await purgeSession(db, { epoch, sessionId: 'theirs', now: 1 })).toEqual({ type: 'purged-now' })
  await agree()
  expect(await db.get('settings', 'usage:theirs')).toBeUndefined()
})

it('an archive that said less than nothing was spent put an end to the limit of the day', async () => {
  const db = await connect()
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  await db.put('sessions', { sessionId: 'a' } as never)
  await db.put('journal', { ...row('a', 1, NOON, 0), input: create } as never)
  await db.put('journal', row('a', 2, NOON, -1e9))
  await db.put('journal', row('a', 3, NOON, 0.5))
  expect(await spentToday(db, NOON)).toBe(0.5)
})

it('what a copy of a session here had cost before they parted was counted twice, also when the session is gone for good', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  const answer = async (id: string, cut: number): Promise<void> => {
    const text = [{ type: 'text' as const, text: 'Hello' }]
    await commit(said({ type: 'user-send-message', messageId: id, content: text, delivery: 'steer' }))
    await commit({
      type: 'brain-send-message-start',
      cut,
      attempt: 0,
      model: { providerId: 'p', model: 'm' },
      clean: true,
    })
    const content = [{ type: 'text' as const, text: 'Hi' }]
    await commit({ type: 'brain-send-message-complete', cut, attempt: 0, content, stopReason: 'stop', usage, cost: 1 })
  }
  await answer('m1', 2)
  const day = 0
  expect(await spentToday(db, day)).toBe(1)
  const file = await exported(db)
  await answer('m2', 5)
  expect(await spentToday(db, day)).toBe(2)
  const { sessions } = await imported(db, file)
  expect(sessions).toHaveLength(1)
  expect(await spentToday(db, day)).toBe(2)
  await imported(db, await exported(db, { sessionIds: ['s'] }))
  expect(await spentToday(db, day)).toBe(2)
  await keepUsage(db, 's')
  for (const gone of await db.getAllKeys('sessions')) {
    await db.delete('sessions', gone)
    await db.delete('journal', IDBKeyRange.bound([gone], [gone, []]))
  }
  expect((await imported(db, file)).sessions).toHaveLength(1)
  expect(await spentToday(db, day)).toBe(2)
  // what is not here was spent, too
  const { db: elsewhere } = await writerDatabase()
  await imported(elsewhere, file)
  expect(await spentToday(elsewhere, day)).toBe(1)
})

it('limits per day hold over all sessions: no model is asked until tomorrow, or until it is raised; the demo costs nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  const { db } = await writerDatabase()
  const baseUrl = 'https://models.example/v1'
  const provider: Provider = {
    ...{ id: 'p', kind: 'openai-compatible', label: 'P', baseUrl, model: 'm', models: [], createdAt: 1 },
    advanced: { retries: 1 },
  }
  await saveProvider(db, provider, 'sk-something-secret')
  const setLimit = (maxCostPerDay: number | null) => changePreferences(db, { maxCostPerDay })
  const ask = (providerId: string) => connectTo(db, { providerId, model: 'm', thinking: 'off' }, (code) => code())
  const create = { type: 'session-create', config: { model: { providerId: 'p', model: 'm' } } }
  for (const sessionId of ['a', 'b']) {
    await db.put('sessions', { sessionId } as never)
    await db.put('journal', { ...row(sessionId, 1, NOON, 0), input: create } as never)
  }
  await db.put('journal', row('a', 2, NOON - 86_400_000, 5))
  await db.put('journal', row('a', 3, NOON, 0.5))
  await setLimit(1)
  // what yesterday cost does not count; and what the person says of retries comes with the connection
  expect(await ask('p')).toMatchObject({ baseUrl, retries: 1 })
  await db.put('journal', row('b', 2, NOON, 0.6))
  expect(await ask('p')).toEqual({
    failure: {
      kind: 'config',
      message: "Today's limit over all sessions is reached: $1.10 of $1.00. Raise it in Settings > Usage, then Retry.",
    },
  })
  expect(await ask(DEMO_PROVIDER.id)).not.toHaveProperty('failure')
  await setLimit(1.2)
  expect(await ask('p')).toMatchObject({ baseUrl })
  await setLimit(1)
  expect(await ask('p')).toHaveProperty('failure')
  vi.setSystemTime(NOON + 86_400_000)
  expect(await ask('p')).toMatchObject({ baseUrl })
})
