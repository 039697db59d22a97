import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SyncRow } from '../../../../src/storage/schema.ts'
import { firstPlace } from '../../../../src/sync/log-state.ts'
import { tellTrouble } from '../../../../src/worker/sync/storage/tell-trouble.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (sessionId: string, more: Partial<SyncRow> = {}) => ({
  isUnsent: () => false,
  row: () => ({ ...firstPlace('a'.repeat(32), true), sessionId, epoch: 1, by: '', ...more }),
})

it('a storage that is in trouble for longer than a blip is told of to pages that show what it has, until it is mended', async () => {
  let since: number | null = null
  const shown = new Set(['mine', 'alone'])
  const told: [string, { trouble: boolean; unsent: boolean }][] = []
  const { stop } = tellTrouble({
    storage: { troubledFor: () => (since === null ? 0 : performance.now() - since) },
    sessions: () => [row('mine'), row('hidden'), row('alone', { left: true })],
    isShown: (sessionId) => shown.has(sessionId),
    tell: (...words) => void told.push(words),
  })
  since = performance.now()
  await vi.advanceTimersByTimeAsync(9000)
  since = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  since = performance.now()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(told[0]).toEqual(['mine', { trouble: true, unsent: false }])
  // one that is opened now is told of too
  shown.add('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toContainEqual(['hidden', { trouble: true, unsent: false }])
  since = null
  told.length = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([
    ['mine', { trouble: false, unsent: false }],
    ['hidden', { trouble: false, unsent: false }],
  ])
  since = performance.now()
  await vi.advanceTimersByTimeAsync(15_000)
  told.length = 0
  // the storage is forgotten, or paused
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([
    ['mine', { trouble: false, unsent: false }],
    ['hidden', { trouble: false, unsent: false }],
  ])
})

it('what the storage does not take for a while is told of, though its answers are no fault; a run that is on its way is not', async () => {
  let sent = 1
  let unsent = true
  const told: [string, { trouble: boolean; unsent: boolean }][] = []
  const { stop } = tellTrouble({
    storage: { troubledFor: () => 0 },
    sessions: () => [{ ...row('mine', { sent }), isUnsent: () => unsent, row: () => row('mine', { sent }).row() }],
    isShown: () => true,
    tell: (...words) => void told.push(words),
  })
  for (let n = 0; n < 6; n++) {
    sent += 1
    await vi.advanceTimersByTimeAsync(5000)
  }
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(told[0]).toEqual(['mine', { trouble: false, unsent: true }])
  unsent = false
  told.length = 0
  await vi.advanceTimersByTimeAsync(15_000)
  expect(told).toEqual([['mine', { trouble: false, unsent: false }]])
  stop()
})
