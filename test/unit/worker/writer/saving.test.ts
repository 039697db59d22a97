import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StorageFault } from '../../../../src/settings/storage-fault.ts'
import { type Saving, type SavingInput, savingEffects, savingTransition } from '../../../../src/worker/writer/saving.ts'
import { makeSaving } from '../../../../src/worker/writer/saving-effects.ts'

const fault = (message: string): StorageFault => ({ kind: 'quota', message, safe: '', advice: '' })
const inputs: fc.Arbitrary<SavingInput> = fc.oneof(
  fc.constant<SavingInput>({ type: 'committed' }),
  fc.string().map((message): SavingInput => ({ type: 'failed', fault: fault(message) })),
  { weight: 1, arbitrary: fc.constant<SavingInput>({ type: 'stop' }) },
)
const reached = (...all: SavingInput[]): Saving => all.reduce(savingTransition, { type: 'working' } as Saving)

describe('saving', () => {
  it('is tried again, with requests stopped, exactly while something is held', () => {
    fc.assert(
      fc.property(fc.array(inputs), (all) => {
        const stopped = all.some(({ type }) => type === 'stop')
        const last = all.at(-1)
        const failing = !stopped && last?.type === 'failed'
        const { retryIn, stopRequests, fault: told } = savingEffects(reached(...all))
        expect({ again: retryIn !== null, stopRequests, told }).toEqual({
          again: failing,
          stopRequests: failing,
          told: failing ? last.fault : null,
        })
      }),
    )
  })

  it('waits twice as long after each failure in a row, up to half a minute, and anew after a success', () => {
    const failed: SavingInput = { type: 'failed', fault: fault('full') }
    const waits = Array.from(
      { length: 7 },
      (_, n) => savingEffects(reached(...Array<SavingInput>(n + 1).fill(failed))).retryIn,
    )
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(savingEffects(reached(failed, failed, { type: 'committed' }, failed)).retryIn).toBe(1000)
  })
})

describe('the saving of a machine', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  function setUp() {
    const retries: number[] = []
    const told: (string | null)[] = []
    const began = Date.now()
    const saving = makeSaving({
      retry: () => retries.push(Date.now() - began),
      tell: () => told.push(saving.fault()?.message ?? null),
    })
    return { saving, retries, told }
  }

  it('stops requests that are under way, and no later ones', () => {
    const { saving, told } = setUp()
    const first = saving.signal()
    saving.failed(fault('full'))
    expect([first.aborted, saving.signal().aborted]).toEqual([true, true])
    saving.committed()
    expect(saving.signal().aborted).toBe(false)
    saving.committed()
    expect(told).toEqual(['full', null])
  })

  it('tries once for each failure, however many tries a person adds', () => {
    const { saving, retries } = setUp()
    saving.failed(fault('full'))
    vi.advanceTimersByTime(500)
    saving.failed(fault('still full'))
    vi.advanceTimersByTime(60_000)
    expect(retries).toEqual([2500])
  })

  it('ends with the machine: nothing is tried or told any more', () => {
    const { saving, retries, told } = setUp()
    saving.failed(fault('full'))
    saving.stop()
    saving.failed(fault('later'))
    vi.advanceTimersByTime(60_000)
    expect([retries, told]).toEqual([[], ['full']])
  })
})
