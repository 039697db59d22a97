import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('WebKit, which would run the script of the worker twice, is given one that imports it; after a crash, too', async () => {
  const started: string[] = []
  vi.stubGlobal('__WORKER_URL__', './worker.js')
  vi.stubGlobal('__IMPORTING_WORKER_URL__', './importing-worker.js')
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(address: string) {
        super()
        started.push(address)
      }
    },
  )
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
  await import('../../../src/ui/boot/early-worker.ts')
  const { takeWorker } = await import('../../../src/ui/boot/first-worker.ts')
  takeWorker()
  takeWorker()
  expect(started).toEqual(['./importing-worker.js', './importing-worker.js'])
})
