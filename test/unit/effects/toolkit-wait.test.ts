import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { type EffectPorts, runEffect } from '../../../src/effects/run-effect.ts'
import { wait } from '../../../src/effects/wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const START = 1_800_000_000_000

/** Two clocks under the test's hand: timers run with `elapsed`, wall time may jump. */
function begin(until: number, since?: number) {
  let jump = 0
  const inputs: Unstamped[] = []
  const begun = Date.now()
  const passed = (): number => Date.now() - begun
  const effect = wait(
    { until, ...(since !== undefined && { since }) },
    'wait-5-1',
    () => START + passed() + jump,
    passed,
  )
  const done = effect.start(async (input) => {
    inputs.push(input as Unstamped)
    return true
  })
  const jumpBy = (ms: number): void => {
    jump += ms
  }
  return { inputs, done, cancel: effect.cancel, jumpBy }
}

const reached = [{ type: 'clock-reach', key: 'wait-5-1' }]

describe('a durable wait', () => {
  it('fires once, at its time and not before', async () => {
    const { inputs, done } = begin(START + 5000)
    await vi.advanceTimersByTimeAsync(4999)
    expect(inputs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(inputs).toEqual(reached)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(inputs).toEqual(reached)
  })

  it('holds for weeks, longer than one timer can', async () => {
    const days = 60 * 24 * 60 * 60_000
    const { inputs } = begin(START + days)
    await vi.advanceTimersByTimeAsync(days - 1)
    expect(inputs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(inputs).toEqual(reached)
  })

  it.each([START, START - 1, 0, -1, Number.NaN, Number.NEGATIVE_INFINITY])(
    'until %s is reached at once: late rather than never',
    async (until) => {
      const { inputs, done } = begin(until)
      await done
      expect(inputs).toEqual(reached)
    },
  )

  it('fires soon after the machine slept through its time', async () => {
    const { inputs, jumpBy } = begin(START + 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    jumpBy(8 * 3_600_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(inputs).toEqual(reached)
  })

  it('lasts as long as another device meant whose clock is three days ahead', async () => {
    const there = START + 3 * 86_400_000
    const { inputs } = begin(there + 10_000, there)
    await vi.advanceTimersByTimeAsync(9999)
    expect(inputs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(inputs).toEqual(reached)
  })

  it('does not turn ten seconds into a day when the clock is set back by one', async () => {
    const { inputs, jumpBy } = begin(START + 10_000)
    await vi.advanceTimersByTimeAsync(2000)
    jumpBy(-86_400_000)
    await vi.advanceTimersByTimeAsync(8000)
    expect(inputs).toEqual(reached)
  })

  it('does not spin when wall time stands still', async () => {
    let looks = 0
    const now = (): number => {
      looks++
      return START
    }
    const effect = wait({ until: START + 1_000_000 }, 'wait', now, () => 0)
    void effect.start(async () => true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(looks).toBeLessThan(30)
    effect.cancel()
  })

  it('cancelled it ends, says nothing and leaves no timer', async () => {
    const { inputs, done, cancel } = begin(START + 5000)
    await vi.advanceTimersByTimeAsync(1000)
    cancel()
    await done
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(inputs).toEqual([])
  })
})

describe('a wait that was set by a clock that is days ahead, after something was said by the clock here, and a reload', () => {
  const DAYS = 3 * 24 * 3_600_000
  const live = [{ n: 1, cut: 5, attempt: 1, starts: 1, status: 'waiting' as const, retryAt: START + DAYS + 50_000 }]
  const start = (until: number, key: string): Unstamped[] => {
    const inputs: Unstamped[] = []
    const state = { head: { timestamp: START, live } } as unknown as State
    const effect = runEffect({ kind: 'wait', until }, state, key, { now: () => START } as EffectPorts)
    void effect.start(async (input) => {
      inputs.push(input as Unstamped)
      return true
    })
    return inputs
  }

  it('does not keep an answer that is to be asked for again from it for days', async () => {
    const inputs = start(START + DAYS + 50_000, 'wait-5-1')
    await vi.advanceTimersByTimeAsync(1000)
    expect(inputs).toEqual(reached)
  })

  it('is kept where a provider may have wanted it, or a tool waits: that may take weeks', async () => {
    const asked = start(START + 600_000, 'wait-5-1')
    const tool = start(START + DAYS, 'wait-5.1.0-0')
    await vi.advanceTimersByTimeAsync(590_000)
    expect([...asked, ...tool]).toEqual([])
  })
})
