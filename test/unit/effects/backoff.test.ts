import { expect, it } from 'vitest'
import { inWords, isTooLong } from '../../../src/effects/backoff.ts'
import type { LlmPart } from '../../../src/llm/port.ts'
import { done, say, setUp } from './ask-brain-harness.ts'

const limited = (retryAfter: number) =>
  setUp(async function* () {
    yield { type: 'error', error: { kind: 'rate-limit', message: 'Slow down.', retryable: true, retryAfter } }
  })

it('a Retry-After of six hours is not waited for in silence: the run is held, and says how long', async () => {
  const { inputs, run } = limited(6 * 3_600_000)
  await run
  expect(inputs.at(-1)).toMatchObject({
    type: 'brain-fail',
    retryAt: null,
    failure: { kind: 'rate-limit', message: 'Slow down. It asks to wait 6 hours. Retry tries again right away.' },
  })
})
it('a broken answer is paid for: what the provider had counted goes with the failure', async () => {
  const usage = { input: 900, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const { inputs, run } = setUp(async function* () {
    yield { type: 'error', error: { kind: 'broken-stream', message: 'cut', retryable: true }, usage }
  })
  await run
  expect(inputs.at(-1)).toMatchObject({ type: 'brain-fail', usage, cost: 0.5 })
})
it('a price that the provider names is the price', async () => {
  const { inputs, run } = setUp(async function* () {
    yield* say('Hi')
    yield { ...done(), cost: 0.001 } as LlmPart
  })
  await run
  expect(inputs.at(-1)).toMatchObject({ type: 'brain-send-message-complete', cost: 0.001 })
})
it('one of five minutes is', async () => {
  const { inputs, run } = limited(300_000)
  await run
  expect(inputs.at(-1)).toMatchObject({ retryAt: 301_000, failure: { message: 'Slow down.' } })
})
it('times are rounded up to what a person says', () => {
  expect(isTooLong(600_000)).toBe(false)
  expect(isTooLong(undefined)).toBe(false)
  expect(inWords(601_000)).toBe('11 minutes')
  expect(inWords(7_200_001)).toBe('3 hours')
})
