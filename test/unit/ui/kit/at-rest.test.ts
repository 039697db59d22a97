import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atRest } from '../../../../src/ui/base/kit/at-rest.ts'

/** A page whose loading and idle moments come when the test says so. */
let load: () => void
let idle: ((work: () => void) => void) | undefined
let moments: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  moments = []
  idle = (work) => void moments.push(work)
  vi.stubGlobal('document', { readyState: 'interactive' })
  vi.stubGlobal('addEventListener', (_: 'load', listener: () => void) => {
    load = listener
  })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle?.(work))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin(): () => boolean {
  let rests = false
  void atRest(100).then(() => {
    rests = true
  })
  return () => rests
}

it('a page that was still loading was taken for one at rest', async () => {
  const rests = begin()
  await vi.advanceTimersByTimeAsync(5000)
  expect(moments).toEqual([])
  load()
  await vi.advanceTimersByTimeAsync(99)
  expect(moments).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([moments.length, rests()]).toEqual([1, false])
  moments[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(rests()).toBe(true)
})

it('a browser without idle moments never came to rest', async () => {
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('requestIdleCallback', undefined)
  const rests = begin()
  await vi.advanceTimersByTimeAsync(100)
  expect(rests()).toBe(true)
})
