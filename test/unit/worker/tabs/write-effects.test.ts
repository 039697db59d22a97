import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMoorex } from '../../../../src/moorex/create-moorex.ts'
import {
  opening,
  roleOf,
  type TabEffect,
  type TabInput,
  type TabState,
  tabEffectsAt,
  tabTransition,
} from '../../../../src/worker/tabs/tab-state.ts'
import { untilCancelled } from '../../../../src/worker/tabs/until-cancelled.ts'
import { makeWriteEffects } from '../../../../src/worker/tabs/write-effects.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * A tab that has just got the lock. `trouble`: what claiming, and starting the writer, reject with as long as they hold
 * something.
 */
async function elected(trouble: { claim?: unknown; start?: unknown }) {
  const tries = { claim: 0, start: 0 }
  const attempt = (what: 'claim' | 'start'): void => {
    tries[what] += 1
    if (trouble[what] !== undefined) throw trouble[what]
  }
  const put = async (): Promise<void> => attempt('claim')
  const db = { transaction: () => ({ store: { get: async () => ({ epoch: 4 }), put }, done: Promise.resolve() }) }
  const retryCommit = vi.fn()
  const startWriter = async () => {
    attempt('start')
    return { stop: () => {}, retryCommit }
  }
  const effects = makeWriteEffects({
    db: () => db as never,
    code: Promise.resolve({ startWriter: startWriter as never }),
    writerOptions: () => ({ safe: false }) as never,
  })
  const rest = untilCancelled<TabInput>(() => {})
  const failed: unknown[] = []
  const tab = createMoorex<TabState, TabInput, TabEffect>({
    initiate: () => opening,
    transition: (input) => (state) => tabTransition(state, input),
    effectsAt: tabEffectsAt,
    runEffect: (effect) => {
      if (effect.kind === 'claim') return effects.claim(effect.turn)
      return effect.kind === 'write' ? effects.write(effect.epoch) : rest()
    },
  })
  tab.on((event) => {
    if (event.type === 'effect-failed') failed.push(event.error)
  })
  for (const input of [{ type: 'greeted' }, { type: 'ready' }, { type: 'elected', turn: 1 }] as const)
    await tab.dispatch(input)
  await vi.advanceTimersByTimeAsync(0)
  return { tab, effects, tries, failed, retryCommit, told: () => roleOf(tab.getState()) }
}

const FULL = new DOMException('no space', 'QuotaExceededError')

it('a tab that got the lock while the disk was full never wrote again: it says so, and writes when there is room', async () => {
  const trouble: { claim?: unknown } = { claim: FULL }
  const { tab, tries, failed, told } = await elected(trouble)
  expect(told()).toMatchObject({ role: 'none', epoch: 0, fault: { kind: 'quota' } })
  await vi.advanceTimersByTimeAsync(60_000)
  // growing pauses: after 1, 2, 4, 8 and 16 s
  expect([tab.getState().type, tries.claim]).toEqual(['claiming', 6])
  delete trouble.claim
  await vi.advanceTimersByTimeAsync(30_000)
  expect(tab.getState().type).toBe('writing')
  expect([told(), failed]).toEqual([{ role: 'writer', epoch: 5, safe: false }, []])
})

it('a storage that could not be read for a moment as writing began was given up', async () => {
  const trouble: { start?: unknown } = { start: new DOMException('Internal error', 'UnknownError') }
  const { tab, tries, failed, told } = await elected(trouble)
  expect(told()).toMatchObject({ role: 'none', fault: { kind: 'aborted' } })
  delete trouble.start
  await vi.advanceTimersByTimeAsync(1000)
  expect([tab.getState().type, tries, failed]).toEqual(['writing', { claim: 1, start: 2 }, []])
  expect(told().fault).toBeUndefined()
})

it('a person who has made room does not wait for the next try', async () => {
  const trouble: { claim?: unknown } = { claim: FULL }
  const { tab, effects, retryCommit } = await elected(trouble)
  await vi.advanceTimersByTimeAsync(20_000)
  delete trouble.claim
  effects.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.getState().type).toBe('writing')
  expect(retryCommit).not.toHaveBeenCalled()
  effects.retry()
  expect(retryCommit).toHaveBeenCalledOnce()
})

it('a tab that lost the lock, or closes, does not claim after the pause', async () => {
  for (const input of [{ type: 'lock-lost' }, { type: 'close' }] as const) {
    const { tab, tries } = await elected({ claim: FULL })
    await tab.dispatch(input)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([tries.claim, vi.getTimerCount()]).toEqual([1, 0])
  }
})

it('what does not pass by itself still ends the tab', async () => {
  const error = new DOMException('gone', 'InvalidStateError')
  const { failed, tries } = await elected({ claim: error })
  expect([failed, tries.claim]).toEqual([[error], 1])
})
