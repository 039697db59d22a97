import { afterEach, expect, it, vi } from 'vitest'
import { initiate } from '../../../src/agent/initiate.ts'
import { DEMO_PROVIDER, type Provider } from '../../../src/settings/provider.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import type { JournalRow } from '../../../src/storage/schema.ts'
import { changePreferences, saveProvider } from '../../../src/storage/settings/settings.ts'
import type { UsageFold } from '../../../src/storage/usage/fold-usage.ts'
import { dayOf, readUsage, spentToday } from '../../../src/storage/usage/read-usage.ts'
import { connect as connectTo } from '../../../src/worker/ports/connect.ts'
import { usedBy } from '../../../src/worker/requests/used.ts'
import { SESSION } from './rows.ts'
import { connect, createSession, writerDatabase } from './support.ts'

const NOON = new Date(2026, 10, 22, 12).getTime()
const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
const row = (sessionId: string, seq: number, timestamp: number, cost: number): JournalRow => ({
  ...{ sessionId, seq, timestamp, epoch: 1, agentVersion: 1 },
  input: {
    ...{ type: 'brain-compress-history', cut: 1, cutAt: 1, remaining: 1, summary: '', calls: [] },
    ...{ usage, cost, seq, timestamp },
  },
})

afterEach(() => vi.useRealTimers())

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
