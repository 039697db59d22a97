import { expect, it } from 'vitest'

it('the thread of the sandbox gives up the network, storage and other tabs before it runs anything', async () => {
  const worker = new Worker(new URL('./disarmed-worker.ts', import.meta.url), { type: 'module' })
  const left = await new Promise<string[]>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
  })
  worker.terminate()
  expect(left).toEqual([])
})
