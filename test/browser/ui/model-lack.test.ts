import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const hosted = {
  ...{ id: 'openai', kind: 'openai' as const, label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', createdAt: 1 },
  ...{ model: 'gpt-6', models: ['gpt-6'] },
}
const banner = page.getByRole('status').filter({ has: page.getByRole('button', { name: /^Add / }) })

function withModel(providerId: string, model: string) {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'There.')])
  session.config.model = { providerId, model, thinking: 'off' }
  return fake
}

it('a session whose provider is not on this device did not say so before its first request had failed', async () => {
  const fake = withModel('gone', 'gone-1')
  fake.providers = [{ ...hosted, hasKey: true }]
  await openPage(fake, '#/session/one')
  await expect.element(banner).toHaveTextContent('gone-1 isn’t set up on this device.')
  await banner.getByRole('button', { name: 'Add provider' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add provider' })).toBeVisible()
})

it('a hosted provider without a key was asked, and only its refusal said so', async () => {
  const fake = withModel('openai', 'gpt-6')
  fake.providers = [{ ...hosted, hasKey: false }]
  await openPage(fake, '#/session/one')
  await expect.element(banner).toHaveTextContent('OpenAI needs a key before it can answer.')
  await banner.getByRole('button', { name: 'Add key' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Edit provider' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'API key' })).toHaveFocus()
})

it('nothing is said of a provider with a key, nor of a server on this computer', async () => {
  const fake = withModel('openai', 'gpt-6')
  fake.providers = [{ ...hosted, hasKey: true }]
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('button', { name: 'Model of this session: gpt-6' })).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})
