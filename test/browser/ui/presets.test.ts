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
  // who is new has a key, most often
  await expect.element(field('Provider')).toHaveDisplayValue('OpenAI')
  await expect.element(address).toHaveValue('https://api.openai.com/v1')
  await field('Provider').selectOptions('OpenRouter')
  await expect.element(field('Kind')).toHaveValue('openrouter')
  await expect.element(address).toHaveValue('https://openrouter.ai/api/v1')
  await field('Provider').selectOptions('DeepSeek')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await expect.element(address).toHaveValue('https://api.deepseek.com/v1')
  const link = dialog.getByRole('link', { name: 'Get a key at platform.deepseek.com' })
  await expect.element(link).toHaveAttribute('href', 'https://platform.deepseek.com/api_keys')
  await address.fill('https://mine.example/v1')
  await expect.element(field('Provider')).toHaveDisplayValue('Other (custom URL)')
})

it('"Another one" kept the kind OpenAI, whose wire hardly any other server speaks: it is OpenAI-compatible until the person says otherwise', async () => {
  await openPage(makeFakeWorker(), '')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect.element(field('Kind')).toHaveValue('openai')
  await field('Provider').selectOptions('Other (custom URL)')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await expect.element(address).toHaveValue('')
  await field('Provider').selectOptions('OpenAI')
  await expect.element(field('Kind')).toHaveValue('openai')
  await address.fill('https://gateway.example/v1')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await field('Kind').selectOptions('OpenAI')
  await address.fill('https://gateway.example/openai/v1')
  await expect.element(field('Kind')).toHaveValue('openai')
})

it('a test that fails says what to do, and one press does it: the address, the model, the key', async () => {
  const fake = makeFakeWorker()
  const baseUrl = 'http://localhost:1234/v1'
  fake.test = { ok: false, message: 'No models here.', next: 'Use that address.', remedy: { type: 'url', baseUrl } }
  await openPage(fake, '')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await address.fill('http://localhost:1234')
  await dialog.getByRole('combobox', { name: 'Model' }).fill('gpt5')
  const test = dialog.getByRole('button', { name: 'Test', exact: true })
  await test.click()
  const outcome = dialog.getByRole('status', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent('No models here. Use that address.')
  await dialog.getByRole('button', { name: 'Fix the URL' }).click()
  await expect.element(address).toHaveValue(baseUrl)

  fake.test = {
    ok: false,
    message: 'Unknown.',
    next: 'Did you mean "gpt-5"?',
    remedy: { type: 'model', model: 'gpt-5' },
  }
  await test.click()
  await dialog.getByRole('button', { name: 'Use gpt-5' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('gpt-5')

  fake.test = {
    ...{ ok: false, message: 'No Responses API.', next: 'Choose the kind.' },
    remedy: { type: 'kind', kind: 'openai-compatible' },
  }
  await field('Kind').selectOptions('OpenAI')
  await test.click()
  await dialog.getByRole('button', { name: 'Use OpenAI-compatible' }).click()
  await expect.element(field('Kind')).toHaveValue('openai-compatible')

  fake.test = { ok: false, message: 'Refused.', next: 'Copy it again.', remedy: { type: 'key' } }
  await test.click()
  // in a window of ordinary height they lie below the foot of the dialog, which stays in sight
  const change = dialog.getByRole('button', { name: 'Change key' })
  await expect.element(change).toBeVisible()
  const top = test.element().getBoundingClientRect().top
  await expect.poll(() => change.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
  await change.click()
  await expect.element(dialog.getByRole('textbox', { name: 'API key' })).toHaveFocus()
})
