import { expect, it, onTestFinished, vi } from 'vitest'
import { makeContradictions } from '../../../../src/worker/sync/devices/contradictions.ts'

const TICK = 200

it('a busy device gave up a session that another had taken: time alone passed, and it had not read its log', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { lasts } = makeContradictions(TICK)
  const after = (ms: number): boolean => {
    vi.advanceTimersByTime(ms)
    return lasts('log', 'own')
  }
  expect([after(0), after(60_000), after(60_000)]).toEqual([false, false, false])
  // met in several rounds: it counts, once
  expect([after(10), after(60_000)]).toEqual([true, false])
})

it('rounds in quick succession are no contradiction, and another mark begins again', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { lasts } = makeContradictions(TICK)
  for (let n = 0; n < 20; n++) expect(lasts('log', 'own')).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(lasts('log', 'other')).toBe(false)
})
