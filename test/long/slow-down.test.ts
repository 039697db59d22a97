import { expect, it } from 'vitest'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const served = (tier: string): string =>
  [
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'Served.' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], service_tier: tier },
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }, service_tier: tier },
    '[DONE]',
  ]
    .map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
    .join('')

it('a service tier that the person sets goes with every question; what the answer says it was served as stands under it', async () => {
  const { app, mock } = scene
  mock.setScript([{ raw: { chunks: [served('default')] } }, { raw: { chunks: [served('priority')] } }])
  await app.button('Add provider').click()
  await app.fillProvider({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, key: 'key', model: 'mock-model' })
  await app.providerDialog.getByText('Advanced', { exact: true }).click()
  await app.providerDialog.getByRole('textbox', { name: 'Service tier' }).fill('flex')
  await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
  await app.providerDialog.waitFor({ state: 'hidden' })
  await app.send('One')
  await app.untilAnswer('Served.')
  await app.untilStatus('Idle')
  await app.send('Two')
  const answers = app.page.getByRole('article', { name: 'Assistant' })
  await answers.nth(1).getByText('Served.').waitFor()
  await app.untilStatus('Idle')
  expect(mock.journal().map(({ body }) => body['service_tier'])).toEqual(['flex', 'flex'])
  await answers.nth(1).hover()
  await answers.nth(1).getByText('service tier priority').waitFor()
  await answers.nth(0).hover()
  await answers.nth(0).getByText('9 in').waitFor()
  expect(await answers.nth(0).getByText('service tier').count()).toBe(0)
})
