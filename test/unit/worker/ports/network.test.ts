import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeNetwork } from '../../../../src/worker/ports/network.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits for the network, says so, and goes on by itself', async () => {
  let online = false
  const network = makeNetwork(() => online)
  const said: boolean[] = []
  const waited = network.untilOnline('https://api.example/v1', new AbortController().signal, (waiting) =>
    said.push(waiting),
  )
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual([true])
  online = true
  await vi.advanceTimersByTimeAsync(1000)
  await waited
  expect(said).toEqual([true, false])
})

it('a page that tells of its network ends the waiting at once', async () => {
  let online = false
  const network = makeNetwork(() => online)
  const waited = network.untilOnline('https://api.example/v1', new AbortController().signal, () => {})
  online = true
  network.changed()
  await waited
})

it('Stop ends the waiting', async () => {
  const stop = new AbortController()
  const waited = makeNetwork(() => false).untilOnline('https://api.example/v1', stop.signal, () => {})
  stop.abort()
  await waited
})

it('this computer needs no network, nor does a model without an address', () => {
  const network = makeNetwork(() => false)
  expect(network.isOnline('http://localhost:11434/v1')).toBe(true)
  expect(network.isOnline(null)).toBe(true)
  expect(network.isOnline('https://api.example/v1')).toBe(false)
})
