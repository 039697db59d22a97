import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { makeNetwork } from '../../../../src/worker/ports/network.ts'
import { holdFailures } from '../../../../src/worker/writer/hold-failures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed: Unstamped = {
  type: 'brain-fail',
  ...{ cut: 9, attempt: 0, failure: { kind: 'broken-stream', message: 'Load failed' }, partial: [], retryAt: 1 },
}

/** An effect that says this as soon as it starts, and what of it has reached the machine. */
function started(says: Unstamped, network = makeNetwork(() => true)) {
  const heard: string[] = []
  const effect = holdFailures({ start: async (dispatch) => void (await dispatch(says)), cancel: () => {} }, () =>
    network.untilStays(),
  )
  const ended = effect.start(async (input) => heard.push(input.type) > 0)
  return { heard, ended, network }
}

it('a reload in WebKit, which cancels all requests before the page ends, is not taken for a failure of the model', async () => {
  const network = makeNetwork(() => true)
  network.leaving()
  const { heard } = started(failed, network)
  await vi.advanceTimersByTimeAsync(9000)
  expect(heard).toEqual([])
})

it('a navigation that came to nothing, such as a download, loses no failure', async () => {
  const network = makeNetwork(() => true)
  network.leaving()
  await vi.advanceTimersByTimeAsync(6000)
  // a second one begins while the first is waited for
  const { heard, ended } = started(failed, network)
  network.leaving()
  await vi.advanceTimersByTimeAsync(9000)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  await ended
  expect(heard).toEqual(['brain-fail'])
})

it('what succeeds is not held, nor is a failure of a page that stays', async () => {
  const network = makeNetwork(() => true)
  const early = started(failed, network)
  await early.ended
  expect(early.heard).toEqual(['brain-fail'])
  network.leaving()
  const title = started({ type: 'brain-name-session', title: 'Kept' }, network)
  await title.ended
  expect(title.heard).toEqual(['brain-name-session'])
})
