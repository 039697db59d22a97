import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const picker = page.getByRole('button', { name: 'Model of this session' })
const provider = (id: string, label: string): ProviderView => ({
  id,
  kind: 'openai-compatible',
  label,
  baseUrl: 'https://a.example/v1',
  model: `${id}-model`,
  models: [],
  createdAt: 1,
  hasKey: true,
})

async function openOn(fake: FakeWorker): Promise<void> {
  const session = fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  session.config = { ...session.config, model: { providerId: 'gone', model: 'gone-model', thinking: 'off' } }
  await openPage(fake, '#/session/one')
}

it('Remove took a provider and its key away at the first click: it asks, and Keep keeps', async () => {
  const fake = makeFakeWorker()
  fake.providers = [provider('gone', 'Acme')]
  await openOn(fake)
  await button('Settings').click()
  await button('Remove Acme').click()
  const question = page.getByRole('dialog').getByRole('alert')
  await expect.element(question).toHaveTextContent('Remove? Its key is deleted. The open session uses it.')
  await expect.element(button('Keep Acme')).toHaveFocus()
  await button('Keep Acme').click()
  await expect.element(question).not.toBeInTheDocument()
  expect(fake.requests('delete-provider')).toEqual([])
  await button('Remove Acme').click()
  await button('Remove Acme for good').click()
  await expect.element(page.getByText('No provider yet.')).toBeVisible()
  expect(fake.requests('delete-provider')).toEqual([{ kind: 'delete-provider', providerId: 'gone' }])
})

it('Make default, Keep and Remove left the focus nowhere: it stays at the provider, or goes to the one beside it', async () => {
  const fake = makeFakeWorker()
  fake.providers = [provider('gone', 'Acme'), provider('later', 'Later one')]
  await openPage(fake, '')
  await button('Settings').click()
  await button('Make default').click()
  await expect.element(button('Edit Later one')).toHaveFocus()
  await button('Remove Acme').click()
  await expect.element(button('Keep Acme')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Remove Acme')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Keep Acme')).toHaveFocus()
  await button('Remove Acme for good').click()
  await expect.element(button('Edit Later one')).toHaveFocus()
  await button('Remove Later one').click()
  await button('Remove Later one for good').click()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Add provider' })).toHaveFocus()
})

it('with the default provider gone, none was the default any more: the first is', async () => {
  const fake = makeFakeWorker()
  fake.providers = [provider('a', 'Acme'), provider('later', 'Later one')]
  fake.preferences = { ...fake.preferences, defaultProviderId: 'gone' }
  await openPage(fake, '')
  await button('Settings').click()
  const card = page.getByRole('listitem').filter({ hasText: 'Acme' })
  await expect.element(card).toHaveTextContent('Default')
})

it('the first provider that was added after the default one was gone became no default', async () => {
  const fake = makeFakeWorker()
  fake.preferences = { ...fake.preferences, defaultProviderId: 'gone' }
  await openPage(fake, '#/connect?kind=openai-compatible&baseUrl=http://localhost:1234/v1&model=llama')
  await page.getByRole('dialog', { name: 'Add provider' }).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => fake.providers).toHaveLength(1)
  await expect.poll(() => fake.preferences.defaultProviderId).toBe(fake.providers[0]?.id)
})

it('the way out of a removed provider is under the title: it is named there, and offers what was added later', async () => {
  const fake = makeFakeWorker()
  await openOn(fake)
  await expect.element(picker).toHaveTextContent('gone-model (provider not set up here)')
  fake.providers = [provider('later', 'Later one')]
  fake.send({ type: 'settings-changed' })
  await picker.click()
  await page.getByRole('option', { name: 'later-model' }).click()
  await expect
    .poll(() => fake.sessions.get('one')?.config.model)
    .toEqual({ providerId: 'later', model: 'later-model', thinking: 'off' })
  await expect.element(picker).not.toHaveTextContent('no such provider')
})

it('a failure that no answer carries was only in the header, cut: the banner says it whole, and an answer says its own', async () => {
  const fake = makeFakeWorker()
  const message = 'The provider of this session has been removed. Choose another model under the title of this session.'
  const hold = { kind: 'failed', failure: { kind: 'config', message } } as const
  await openOn(fake)
  fake.commit('one', { head: { hold } })
  await expect.element(button('Continue')).toBeVisible()
  await expect.element(page.getByText(`Failed: ${message}`, { exact: true })).toBeVisible()
  fake.commit('one', {
    head: { hold },
    messages: [answerRow(1, '', { status: 'failed', failure: { kind: 'config', message } })],
  })
  await expect.element(page.getByRole('article', { name: 'Assistant' })).toHaveTextContent(`Failed: ${message}`)
  await expect.element(button('Retry')).toBeVisible()
})
