import { expect, it } from 'vitest'
import type { Database } from '../../../src/storage/schema.ts'
import { NO_USAGE } from '../../../src/storage/usage/fold-usage.ts'
import { balanceUsage } from '../../../src/storage/usage/private-usage.ts'
import { dayOf, usageKey } from '../../../src/storage/usage/read-usage.ts'
import { spentToday } from '../../../src/storage/usage/spent-today.ts'
import { writerDatabase, writerMemory } from './support.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const MEMORY = 'private-abcdefgh-'
const NOTHING = { answers: 1, input: 1, output: 1, cacheRead: 0, reasoning: 0, cost: 0, unpriced: 0 }
const spend = (db: Database, sessionId: string, cost: number, seq: number) =>
  db.put('settings', {
    key: usageKey(sessionId),
    value: { ...NO_USAGE, seq, days: { [dayOf(NOW)]: { '["p","m"]': { ...NOTHING, cost } } } },
  })

it('the limit of a day counts what private sessions spent and what was spent outside of them, each once', async () => {
  const { db: disk } = await writerDatabase()
  const { db: memory } = await writerMemory()
  await spend(disk, 'usual', 1, 1)
  expect(await spentToday(disk, NOW)).toBe(1)
  await spend(memory, `${MEMORY}a`, 0.25, 1)
  await balanceUsage(disk, memory, MEMORY, NOW)
  expect([await spentToday(disk, NOW), await spentToday(memory, NOW)]).toEqual([1.25, 1.25])
  // both grow, and again nothing is counted twice
  await spend(memory, `${MEMORY}a`, 0.5, 2)
  await spend(disk, 'another', 2, 1)
  await balanceUsage(disk, memory, MEMORY, NOW)
  await balanceUsage(disk, memory, MEMORY, NOW)
  expect([await spentToday(disk, NOW), await spentToday(memory, NOW)]).toEqual([3.5, 3.5])
  // the memory is gone: what it cost stays, without a word of it
  expect((await disk.getAllKeys('settings')).sort()).toEqual(['usage:another', `usage:${MEMORY}`, 'usage:usual'])
})
