import { expect, it } from 'vitest'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('a provider that wants hours of peace is not waited for in silence: the person is asked, over a reload too, and Retry asks at once', async () => {
  const { app, mock } = scene
  mock.setScript([{ error: { status: 429, message: 'slow down', retryAfter: '21600' } }, { text: 'Here I am.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Hello')
  await app.untilStatus(/^Failed/)
  const asked = app.page.getByText('It asks to wait 6 hours').first()
  await asked.waitFor()
  await app.page.reload()
  await asked.waitFor()
  expect(mock.journal()).toHaveLength(1)
  await app.button('Retry').first().click()
  await app.untilAnswer('Here I am.')
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(2)
})
