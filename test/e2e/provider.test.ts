import { describe, expect, it } from 'vitest'
import { eventually, type ProviderFields } from '../support/app.ts'
import { startMockProvider } from '../support/mock-provider.ts'
import { startKeyServer } from '../support/openrouter-server.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'
import { everythingStored } from '../support/storage-dump.ts'

const scene = useScene()
const KEY = 'sk-very-secret-0123456789abcdef'

describe.each(cases<'OpenAI-compatible' | 'Anthropic'>(['OpenAI-compatible'], ['Anthropic']))(
  '"Add provider" of kind %s',
  (kind) => {
    it('says whether it works: the right key, a wrong one, nobody there', async () => {
      const { app } = scene
      const provider = await startMockProvider({ apiKey: KEY, script: [{ text: 'OK' }, { text: 'OK' }] })
      const { baseUrl } = provider
      await app.button('Add provider').click()
      await app.fillProvider({ kind, baseUrl, key: KEY, model: 'mock-model' })
      expect(await app.testOutcome()).toMatch(/^It works: mock-model answered/)
      expect(provider.journal()).toHaveLength(1)

      await app.fillProvider({ kind, baseUrl, key: 'wrong', model: 'mock-model' })
      expect(await app.testOutcome()).toMatch(/^The provider rejected the API key/)

      // without a model it asks the first that the provider lists
      await app.fillProvider({ kind, baseUrl, key: KEY, model: '' })
      expect(await app.testOutcome()).toMatch(/^It works: mock-model answered/)
      await eventually(() => app.providerDialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe(
        'mock-model',
      )

      await provider.close()
      await app.fillProvider({ kind, baseUrl, key: KEY, model: 'mock-model' })
      expect(await app.testOutcome()).toMatch(/^No response from http:/)
      // a test saves nothing
      expect(await everythingStored(app.page)).not.toContain(baseUrl)
    })

    it('keeps the key out of everything but the vault, even when the provider repeats it in an error', async () => {
      const { app, mock } = scene
      mock.setScript([
        { text: 'Hello.' },
        { error: { status: 400, message: `The key ${KEY} is not allowed to do that` } },
      ])
      await app.connectByDialog({ kind, baseUrl: mock.baseUrl, key: KEY })
      await app.send('Hello')
      await app.untilAnswer('Hello.')
      await app.send('Do what is not allowed')
      await app.untilStatus(/^Failed: The provider rejected the request/)
      expect(mock.journal()).toHaveLength(2)
      expect(JSON.stringify(mock.journal()[0]?.headers)).toContain(KEY)

      const stored = await everythingStored(app.page)
      // proof that the dump reaches what is stored
      expect(stored).toContain('Do what is not allowed')
      expect(stored).toContain('mock-model')
      expect(stored).not.toContain(KEY)
      const shown = await app.page.evaluate(
        () => document.documentElement.outerHTML + [...document.querySelectorAll('input')].map(({ value }) => value),
      )
      expect(shown).toContain('Do what is not allowed')
      expect(shown).not.toContain(KEY)
    })
  },
)

it('a run that waits for the passphrase waits through a reload, says so, and goes on by itself when the keys are unlocked', async () => {
  const { app, mock } = scene
  const passphrase = 'correct horse battery'
  mock.setScript([{ text: 'Before.' }, { text: 'After.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, key: KEY })
  await app.send('Hello')
  await app.untilAnswer('Before.')
  await app.button('Settings').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Data' }).click()
  await settings.getByLabel('New passphrase').fill(passphrase)
  await settings.getByLabel('Repeat passphrase').fill(passphrase)
  await settings.getByRole('button', { name: 'Set passphrase' }).click()
  await settings.getByRole('button', { name: 'Lock now' }).click()
  await settings.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
  await settings.getByRole('button', { name: 'Close', exact: true }).click()

  await app.send('Go on')
  await app.untilStatus('Locked')
  await app.page.reload()
  await app.untilStatus('Locked')
  expect(mock.journal()).toHaveLength(1)
  expect(await everythingStored(app.page)).not.toContain(passphrase)
  await app.page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await app.page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await app.untilAnswer('After.')
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(2)
  expect(JSON.stringify(mock.journal()[1]?.headers)).toContain(KEY)
})

const cited = (url: string, title: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'citations_delta', citation: { type: 'web_search_result_location', url, title, cited_text: '' } },
})
/** An answer of Anthropic's with the pages that its own search found. */
const SEARCHED = [
  { type: 'message_start', message: { id: 'm', role: 'assistant', model: 'x', usage: { input_tokens: 9 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  cited('https://en.example.org/wiki/Shannon', 'Claude Shannon'),
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Born in 1916.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join('')

it('three wires in one conversation: pages that a provider found stand under its answer, and where two have no room the third goes on, through a reload', async () => {
  const { app, mock } = scene
  // the first is left in its wait; the other need not be long
  const busy = (retryAfter: string) => ({
    error: { status: 529, type: 'overloaded_error', message: 'Overloaded', retryAfter },
  })
  mock.setScript(({ path }, n) => {
    if (path.startsWith('/v1/chat')) return { text: 'From the third.' }
    return n === 0 ? { raw: { chunks: [SEARCHED] } } : busy(path.startsWith('/v1/messages') ? '6' : '1')
  })
  // the first one is the default
  const providers: ProviderFields[] = [
    { kind: 'Anthropic', baseUrl: mock.baseUrl, model: 'claude-opus-4-1' },
    { kind: 'Google Gemini', baseUrl: `${mock.url}/v1beta`, model: 'gemini-3-second' },
    { kind: 'OpenRouter', baseUrl: mock.baseUrl, model: 'maker/third' },
  ]
  for (const fields of providers) await app.connect({ key: KEY, ...fields })
  await app.send('When was he born?')
  await app.untilAnswer('Born in 1916.')
  await app.button('Session options').click()
  const options = app.page.getByRole('dialog', { name: 'Session options' })
  await options.getByRole('checkbox', { name: "Search the web with the provider's own search" }).check()
  await options.getByRole('checkbox', { name: 'Use a separate list for this session' }).check()
  for (const name of ['gemini-3-second', 'maker/third']) {
    await options.getByRole('button', { name: 'Add a fallback model' }).click()
    await app.page.getByRole('combobox', { name: 'Find a model' }).fill(name)
    await app.page.keyboard.press('Enter')
    await options.getByRole('button', { name: `Remove fallback ${name}` }).waitFor()
  }
  await options.getByRole('combobox', { name: 'Switch to the next model' }).selectOption('After 2 tries')
  await options.getByRole('button', { name: 'Close', exact: true }).click()

  await app.send('And where?')
  await app.untilStatus(/^Retrying in/)
  await app.page.reload()
  await app.untilAnswer('From the third.')
  await app.untilStatus('Idle')
  await app.conversation.getByText('claude-opus-4-1 was overloaded. Continued with gemini-3-second.').waitFor()
  await app.conversation.getByText('gemini-3-second was overloaded. Continued with maker/third.').waitFor()
  await app.conversation.getByRole('link', { name: 'Claude Shannon (en.example.org)', exact: true }).waitFor()
  const mark = app.conversation.getByRole('link', { name: 'Source 1: Claude Shannon (en.example.org)' })
  expect(await mark.getAttribute('href')).toBe('https://en.example.org/wiki/Shannon')
  expect(await mark.evaluate((link) => link.closest('p')?.textContent)).toBe('Born in 1916.1')
  const asked = mock
    .journal()
    .map(({ path, body }) => [
      path.split(/[?:]/)[0],
      /web_search|googleSearch/.exec(JSON.stringify(body['tools']))?.[0],
    ])
  const [claude, gemini] = [
    ['/v1/messages', 'web_search'],
    ['/v1beta/models/gemini-3-second', 'googleSearch'],
  ]
  expect(asked).toEqual([
    ['/v1/messages', undefined],
    claude,
    claude,
    gemini,
    gemini,
    ['/v1/chat/completions', 'web_search'],
  ])
  // what was found is for the person: it is not sent on
  expect(JSON.stringify(mock.journal().slice(1))).not.toContain('en.example.org')
})

it('signing in with OpenRouter: the key comes from there, through another window, and stands nowhere but in the vault', async () => {
  const { app } = scene
  const server = await startKeyServer()
  try {
    await app.button('Add provider').click()
    await app.fillProvider({ kind: 'OpenRouter', baseUrl: server.baseUrl })
    server.failOnce(503)
    const opened = app.page.waitForEvent('popup')
    await app.providerDialog.getByRole('button', { name: 'Sign in with OpenRouter' }).click()
    const window = await opened
    await window.getByRole('heading', { name: 'Consent' }).waitFor()
    expect(await window.evaluate(() => opener)).toBeNull()
    await window.getByRole('link', { name: 'Allow' }).click()
    const outcome = window.getByRole('status', { name: 'Outcome' })
    await outcome.getByText('answered 503').waitFor()
    // what was begun outlasts a reload of both
    await app.page.reload()
    // it closes itself as soon as it can
    const closed = window.waitForEvent('close')
    await window.reload({ waitUntil: 'commit' })
    await closed
    expect(server.given.map(({ key }) => key !== null)).toEqual([true])
    await app.button('Settings').click()
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Models' }).click()
    await settings.getByText('openrouter/auto').first().waitFor()
    const stored = await everythingStored(app.page)
    expect(stored).toContain(server.baseUrl)
    expect(stored).not.toContain(server.given[0]?.key)
    expect(stored).not.toContain(server.given[0]?.code)
  } finally {
    await server.close()
  }
})

describe('a connect link', () => {
  it('fills the dialog in without a key, shows where it leads, and does nothing by itself', async () => {
    const { mock } = scene
    const link = `#/connect?kind=openai-compatible&baseUrl=${mock.baseUrl}&model=linked-model-7f3&key=stolen`
    const app = await scene.openTab(link)
    const field = (name: string) => app.providerDialog.getByRole('textbox', { name })
    await app.providerDialog.getByRole('heading', { name: mock.url }).waitFor()
    await eventually(() => field('Base URL').inputValue()).toBe(mock.baseUrl)
    await eventually(() => field('API key').inputValue()).toBe('')
    await eventually(() => app.providerDialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe(
      'linked-model-7f3',
    )
    // a name that stands in no file of the app: the service worker's cache is searched, too
    expect(await everythingStored(app.page)).not.toContain('linked-model-7f3')
    expect(mock.journal()).toEqual([])

    mock.setScript([{ text: 'Connected.' }])
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.providerDialog.waitFor({ state: 'hidden' })
    await app.send('Hello')
    await app.untilAnswer('Connected.')
    expect(mock.journal().map(({ body }) => body.model)).toEqual(['linked-model-7f3'])
  })

  it('to an unknown host does not test or save before the person trusts it', async () => {
    const app = await scene.openTab('#/connect?kind=openai-compatible&baseUrl=https://evil.example/v1&model=x')
    await app.providerDialog.getByRole('heading', { name: 'https://evil.example' }).waitFor()
    for (const name of ['Test', 'Save']) {
      await app.providerDialog.getByRole('button', { name, exact: true }).click()
      await app.providerDialog.getByRole('alert').getByText(/trust/).waitFor()
    }
    await eventually(() => everythingStored(app.page)).not.toContain('evil.example')
  })
})
