import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('Stop while it waits for a retry: it is not asked again', async () => {
  const { app, mock } = scene
  mock.setScript([{ error: { status: 429, retryAfter: '3' } }, { text: 'Too late.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Hello')
  await app.untilStatus(/^Retrying/)
  await app.button('Stop').click()
  await app.untilStatus('Stopped')
  const until = (mock.journal()[0]?.at ?? 0) + 4000
  await eventually(() => Date.now() > until, 'the time of the retry has passed').toBe(true)
  expect(mock.journal()).toHaveLength(1)
  expect(await app.status()).toBe('Stopped')
})
