import { afterEach, expect, it, vi } from 'vitest'
import { workerPort } from '../../../../src/worker/tabs/worker-port.ts'

afterEach(() => vi.unstubAllGlobals())

const saying = (data: unknown): MessageEvent => new MessageEvent('message', { data })

it('what a page says before its worker’s code is there is heard once that listens, in its order and before what comes later', async () => {
  const scope: { onmessage: (event: MessageEvent) => void } = { onmessage: () => {} }
  vi.stubGlobal('self', scope)
  const port = workerPort([saying('first'), saying('second')])
  scope.onmessage(saying('third'))
  const heard: unknown[] = []
  port.listen((message) => heard.push(message))
  expect(heard, 'whoever listens is not ready before it has returned').toEqual([])
  await Promise.resolve()
  scope.onmessage(saying('fourth'))
  expect(heard).toEqual(['first', 'second', 'third', 'fourth'])
})
