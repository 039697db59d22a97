import { afterEach, expect, it, vi } from 'vitest'

/** The page's own code comes later than its worker: nothing that the worker says meanwhile is lost. */

afterEach(() => vi.unstubAllGlobals())

it('what it said before anybody listened comes first, once and in order, its faults too', async () => {
  const code = `postMessage(1)
    postMessage(2)
    setTimeout(() => {
      setTimeout(() => new BroadcastChannel('early-worker-test').postMessage('said'))
      throw new Error('broken')
    })
    onmessage = ({ data }) => postMessage(data)`
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  // in the built page this is the name of a file
  vi.stubGlobal('__WORKER_URL__', url)
  const channel = new BroadcastChannel('early-worker-test')
  const isSaid = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
  await import('../../../src/ui/page/boot/early-worker.ts')
  await isSaid
  channel.close()

  const { spawnWorker } = await import('../../../src/ui/page/boot/spawn-worker.ts')
  const crashes: string[] = []
  const heard: unknown[] = []
  const port = spawnWorker((reason) => crashes.push(reason))
  port.listen((message) => heard.push(message))
  port.send(3 as never)
  await expect.poll(() => heard).toEqual([1, 2, 3])
  await expect.poll(() => crashes).toEqual([expect.stringContaining('broken')])
  port.close()
  URL.revokeObjectURL(url)
})
