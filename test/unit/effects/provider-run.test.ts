import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCancellableRun } from '../../../src/effects/provider-run.ts'

describe('hanging up', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const make = (leaving = false) => {
    const cancelled: string[] = []
    const line = makeCancellableRun(() => leaving)
    return { line, cancelled, cancelRun: async (id: string) => void cancelled.push(id) }
  }

  it('ends the run at the provider', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(cancelRun, null)
    line.named('r')
    line.cancel()
    expect([line.signal.aborted, cancelled]).toEqual([true, ['r']])
  })
  it('by a tab that closes leaves the run going', () => {
    const { line, cancelled, cancelRun } = make(true)
    line.open(cancelRun, 'r')
    line.cancel()
    expect([line.signal.aborted, cancelled]).toEqual([true, []])
  })
  it('before the run has a name listens on for it, but not for ever', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(cancelRun, null)
    line.cancel()
    expect(line.signal.aborted).toBe(false)
    line.named('late')
    expect([line.signal.aborted, cancelled]).toEqual([true, ['late']])
    const other = make()
    other.line.open(other.cancelRun, null)
    other.line.cancel()
    vi.advanceTimersByTime(5000)
    expect([other.line.signal.aborted, other.cancelled]).toEqual([true, []])
  })
  it('cancels nothing where nothing goes on, and nothing that has ended', () => {
    const { line, cancelled, cancelRun } = make()
    line.open(null, null)
    line.named('msg')
    line.cancel()
    expect(line.signal.aborted).toBe(true)
    const ended = make()
    ended.line.open(cancelRun, 'r')
    ended.line.close()
    ended.line.cancel()
    expect(cancelled).toEqual([])
  })
})
