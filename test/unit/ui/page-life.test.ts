import { expect, it, vi } from 'vitest'
import type { Connection } from '../../../src/ui/base/worker-link/connection.ts'
import { watchPage } from '../../../src/ui/base/worker-link/page-life.ts'

/** A page of this engine that a navigation begins to replace; how often its worker heard of that. */
function navigated(vendor: string, stopped = false): number {
  const leaving = vi.fn()
  const page = Object.assign(new EventTarget(), { navigator: { vendor, onLine: true }, document: new EventTarget() })
  const stop = watchPage(
    { leaving } as unknown as Connection,
    { writerEpoch: () => 1, onReturn: () => {} },
    page as unknown as Window,
  )
  if (stopped) stop()
  page.dispatchEvent(new Event('beforeunload'))
  return leaving.mock.calls.length
}

it('the worker hears of a navigation in WebKit, which cancels its requests long before the page ends', () => {
  expect(navigated('Apple Computer, Inc.')).toBe(1)
  expect(navigated('Apple Computer, Inc.', true)).toBe(0)
})

it('other engines get no listener that keeps a page out of their back/forward cache', () => {
  for (const vendor of ['Google Inc.', '']) expect(navigated(vendor)).toBe(0)
})
