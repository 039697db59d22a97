import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const router: ProviderView = {
  id: 'router',
  kind: 'openrouter',
  label: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  model: 'openrouter/auto',
  models: [],
  createdAt: 1,
  hasKey: true,
}

it('signing in once more, where a key is stored, closed the form before the person had said anything there', async () => {
  const fake = makeFakeWorker()
  fake.providers = [router]
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await openPage(fake)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Edit OpenRouter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit provider' })
  await dialog.getByRole('button', { name: 'Sign in with OpenRouter' }).click()
  await expect
    .element(dialog.getByRole('status', { name: 'Sign-in' }))
    .toHaveTextContent('The browser didn’t open a window for it.')
  // what comes of another provider, and a list that is read again, are not the key
  const elsewhere = new BroadcastChannel('reflexor:provider-signed-in')
  elsewhere.postMessage('another')
  fake.send({ type: 'settings-changed' })
  await expect.poll(() => fake.requests('list-providers').length).toBeGreaterThan(1)
  await expect.element(dialog).toBeVisible()
  elsewhere.postMessage('router')
  await expect.element(dialog).not.toBeInTheDocument()
  elsewhere.close()
  opened.mockRestore()
})

it('the page that a provider sent the person back to tells the one where they began, which has a key already', async () => {
  const fake = makeFakeWorker('follower')
  fake.providers = [router]
  const close = vi.spyOn(window, 'close').mockImplementation(() => {})
  const heard: unknown[] = []
  const began = new BroadcastChannel('reflexor:provider-signed-in')
  began.onmessage = ({ data }) => heard.push(data)
  await openPage(fake, '?code=c&state=openrouter.s#/')
  await expect.poll(() => heard).toEqual(['router'])
  began.close()
  close.mockRestore()
})
