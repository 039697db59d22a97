import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const dialog = page.getByRole('dialog', { name: 'Add provider' })
const field = (name: string) => dialog.getByRole('combobox', { name, exact: true })
const address = dialog.getByRole('textbox', { name: 'Base URL' })

it('a well-known provider is chosen by its name: kind and address are filled in, and where to get a key is said', async () => {
  await openPage(makeFakeWorker(), '')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect.element(field('Provider')).toHaveDisplayValue('Ollama')
  await field('Provider').selectOptions('OpenRouter')
  await expect.element(field('Kind')).toHaveValue('openrouter')
  await expect.element(address).toHaveValue('https://openrouter.ai/api/v1')
  await field('Provider').selectOptions('DeepSeek')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await expect.element(address).toHaveValue('https://api.deepseek.com/v1')
  const link = dialog.getByRole('link', { name: 'Get a key at platform.deepseek.com' })
  await expect.element(link).toHaveAttribute('href', 'https://platform.deepseek.com/api_keys')
  await address.fill('https://mine.example/v1')
  await expect.element(field('Provider')).toHaveDisplayValue('Another one')
})
