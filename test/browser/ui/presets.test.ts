import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const dialog = page.getByRole('dialog', { name: 'Add provider' })
const field = (name: string) => dialog.getByRole('combobox', { name, exact: true })
const address = dialog.getByRole('textbox', { name: 'Base URL' })

const key = dialog.getByRole('textbox', { name: 'API key' })
const advanced = () => dialog.getByText('Advanced', { exact: true }).click()
const open = async (): Promise<ReturnType<typeof makeFakeWorker>> => {
  const fake = makeFakeWorker()
  await openPage(fake, '')
  await page.getByRole('button', { name: 'Add provider' }).click()
  return fake
}

it('six fields were asked for before the first answer: it is a key, and whose it is; the rest is known', async () => {
  const fake = await open()
  await expect.element(key).toHaveFocus()
  await expect.element(field('Provider')).toHaveDisplayValue('OpenAI')
  await expect.element(address).not.toBeInTheDocument()
  await expect.element(field('Kind')).not.toBeInTheDocument()
  await expect.element(field('Model')).not.toBeInTheDocument()
  await key.fill(' sk-ant-api03-abc ')
  await expect.element(field('Provider')).toHaveDisplayValue('Anthropic')
  await expect
    .element(dialog.getByText(/^Model: claude-sonnet-5-5 \(\$2\.5 in, \$10 out per million tokens\)/))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => fake.requests('save-provider'))
    .toMatchObject([{ provider: { kind: 'anthropic', model: 'claude-sonnet-5-5' }, key: 'sk-ant-api03-abc' }])
})

it.each([
  ['sk-or-v1-abc', 'OpenRouter'],
  ['AIzaSyAbc', 'Google Gemini'],
  ['gsk_abc', 'Groq'],
  ['xai-abc', 'xAI'],
  ['sk-proj-abc', 'OpenAI'],
  ['sk-abc', 'OpenAI'],
])('a key that begins like %s is a key of %s', async (text, name) => {
  await open()
  await key.fill(text)
  await expect.element(field('Provider')).toHaveDisplayValue(name)
})

it('a key that looks like another provider’s went to the chosen one in silence, or a good key was refused: it is said, one press switches, Save saves', async () => {
  const fake = await open()
  await field('Provider').selectOptions('Mistral')
  await key.fill('sk-ant-abc')
  await expect.element(field('Provider')).toHaveDisplayValue('Mistral')
  const words = 'This looks like a key of Anthropic. It would be sent to https://api.mistral.ai.'
  await expect.element(dialog.getByText(words)).toBeVisible()
  await expect.element(key).not.toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Switch to Anthropic' }).click()
  await expect.element(field('Provider')).toHaveDisplayValue('Anthropic')
  await expect.element(dialog.getByText(/This looks like a key/)).not.toBeInTheDocument()
  await expect.element(key).toHaveValue('sk-ant-abc')
  await field('Provider').selectOptions('Other (OpenAI-compatible)')
  await expect.element(dialog.getByText(/This looks like a key of/)).not.toBeInTheDocument()
  await address.fill('https://gateway.example/v1')
  await expect.element(dialog.getByText('It would be sent to https://gateway.example.')).toBeVisible()
  await field('Provider').selectOptions('Mistral')
  await expect.element(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => fake.requests('save-provider'))
    .toMatchObject([{ provider: { baseUrl: 'https://api.mistral.ai/v1' }, key: 'sk-ant-abc' }])
})

it('a key was refused for the newline that came with the paste', async () => {
  const fake = await open()
  await key.click()
  // as the browser inserts pasted text
  document.execCommand('insertText', false, '\n  sk-proj-abc \n')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => fake.requests('save-provider')).toMatchObject([{ key: 'sk-proj-abc' }])
})

it('without a model, Test said only "lists no models" where the key was rejected: it says what is wrong', async () => {
  const fake = await open()
  await field('Provider').selectOptions('Other (OpenAI-compatible)')
  await address.fill('https://mine.example/v1')
  fake.refuses.set('list-models', 'No list.')
  fake.test = { ok: false, message: 'The provider rejected the API key.' }
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect.element(dialog.getByRole('status', { name: 'Outcome' })).toHaveTextContent('rejected the API key')
})

it('a hosted provider was saved without a key, and the first message failed: Save says that it needs one', async () => {
  const fake = await open()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('OpenAI needs a key.')).toBeVisible()
  expect(fake.requests('save-provider')).toEqual([])
})

it('a well-known provider is chosen by its name: kind and address are filled in, and where to get a key is said', async () => {
  await open()
  await advanced()
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
  await expect.element(field('Provider')).toHaveDisplayValue('Other (OpenAI-compatible)')
})

it('"Another one" kept the kind OpenAI, whose wire hardly any other server speaks: it is OpenAI-compatible until the person says otherwise', async () => {
  await open()
  await field('Provider').selectOptions('Other (OpenAI-compatible)')
  await expect.element(address).toHaveValue('')
  await expect.element(field('Model')).toHaveValue('')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await field('Provider').selectOptions('OpenAI')
  await advanced()
  await expect.element(field('Kind')).toHaveValue('openai')
  await address.fill('https://gateway.example/v1')
  await expect.element(field('Kind')).toHaveValue('openai-compatible')
  await field('Kind').selectOptions('OpenAI')
  await address.fill('https://gateway.example/openai/v1')
  await expect.element(field('Kind')).toHaveValue('openai')
})

it('Test said "Connected" for a list of models, and the first message failed: it asks a question of the first that can talk', async () => {
  const fake = await open()
  await field('Provider').selectOptions('Other (OpenAI-compatible)')
  await address.fill('https://mine.example/v1')
  fake.test = { ok: false, message: 'No such wire.', models: ['text-embedding-9', 'talks'] }
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect.element(dialog.getByRole('status', { name: 'Outcome' })).toHaveTextContent('No such wire.')
  await expect.element(field('Model')).toHaveValue('talks')
  expect(fake.requests('test-provider')).toMatchObject([{ provider: { model: 'talks' } }])
})

it('a test that fails says what to do, and one press does it: the address, the model, the key', async () => {
  const fake = makeFakeWorker()
  const baseUrl = 'http://localhost:1234/v1'
  fake.test = { ok: false, message: 'No models here.', next: 'Use that address.', remedy: { type: 'url', baseUrl } }
  await openPage(fake, '')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await field('Provider').selectOptions('Other (OpenAI-compatible)')
  await advanced()
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

it('a local server had to be known by its port: one press finds it, says what blocks it, and fills in the form', async () => {
  const fake = await open()
  fake.localServers = [
    { baseUrl: 'http://localhost:11434/v1', models: null },
    { baseUrl: 'http://localhost:1234/v1', models: ['text-embedding-9', 'qwen-3'] },
  ]
  expect(fake.requests('find-local-servers')).toEqual([])
  await dialog.getByRole('button', { name: 'Find models on this computer' }).click()
  await expect.element(dialog.getByText(/^Ollama is running but blocks web pages\. .*OLLAMA_ORIGINS/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Use LM Studio' }).click()
  await expect.element(field('Provider')).toHaveDisplayValue('LM Studio')
  await expect.element(address).toHaveValue('http://localhost:1234/v1')
  await expect.element(field('Model')).toHaveValue('qwen-3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => fake.requests('save-provider')).toMatchObject([{ provider: { model: 'qwen-3' } }])
})
