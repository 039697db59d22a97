import { expect, it } from 'vitest'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('a session whose provider was removed goes on by what its failure says: another model under its title, then Retry', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'Here I am.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.openEmpty()
  const { hash } = new URL(app.page.url())
  await app.button('Settings').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: /^Remove / }).click()
  await settings.getByRole('button', { name: /for good$/ }).click()
  await settings.getByText('No provider yet.').waitFor()
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  await app.send('Are you there?')
  await app.conversation.getByText('Choose another model under the session’s title, then Retry.').waitFor()

  const other = await scene.openTab('#/')
  await other.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, model: 'later-model' })
  await app.page.getByRole('button', { name: 'Model of this session' }).click()
  await app.page.getByRole('option', { name: 'later-model' }).click()
  await app.button('Retry').click()
  await app.untilAnswer('Here I am.')
  expect(new URL(app.page.url()).hash).toBe(hash)
})
