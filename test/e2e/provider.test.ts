import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { startMockProvider } from '../support/mock-provider.ts'
import { useScene } from '../support/scene.ts'
import { everythingStored } from '../support/storage-dump.ts'

const scene = useScene()
const KEY = 'sk-very-secret-0123456789abcdef'

describe.each(['OpenAI-compatible', 'Anthropic'] as const)('"Add provider" of kind %s', (kind) => {
  it('says whether it works: the right key, a wrong one, nobody there', async () => {
    const { app } = scene
    const provider = await startMockProvider({ apiKey: KEY, script: [{ text: 'OK' }] })
    const { baseUrl } = provider
    await app.button('Add provider').click()
    await app.fillProvider({ kind, baseUrl, key: KEY, model: 'mock-model' })
    expect(await app.testOutcome()).toMatch(/^It works: mock-model answered/)
    expect(provider.journal()).toHaveLength(1)

    await app.fillProvider({ kind, baseUrl, key: 'wrong', model: 'mock-model' })
    expect(await app.testOutcome()).toMatch(/^The provider refused the API key/)

    // without a model it asks for the names and offers them
    await app.fillProvider({ kind, baseUrl, key: KEY, model: '' })
    expect(await app.testOutcome()).toMatch(/2 models/)
    expect(await app.providerDialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('mock-model')

    await provider.close()
    await app.fillProvider({ kind, baseUrl, key: KEY, model: 'mock-model' })
    expect(await app.testOutcome()).toMatch(/^Nothing answers at http:/)
    // a test saves nothing
    expect(await everythingStored(app.page)).not.toContain(baseUrl)
  })

  it('keeps the key out of everything but the vault, even when the provider repeats it in an error', async () => {
    const { app, mock } = scene
    mock.setScript([
      { text: 'Hello.' },
      { error: { status: 400, message: `The key ${KEY} is not allowed to do that` } },
    ])
    await app.connect({ kind, baseUrl: mock.baseUrl, key: KEY })
    await app.send('Hello')
    await app.untilAnswer('Hello.')
    await app.send('Do what is not allowed')
    await app.untilStatus(/^Failed: The provider did not accept the request/)
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
})

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

describe('"Add provider"', () => {
  it.each([
    ['not a url', 'Base URL', /not a URL/],
    ['http://example.com/v1', 'Base URL', /https:\/\//],
    ['https://me:secret@example.com/v1', 'Base URL', /user name or password/],
  ])('refuses %s beside the field, keeps what was typed', async (baseUrl, field, words) => {
    const { app } = scene
    await app.button('Add provider').click()
    await app.fillProvider({ kind: 'OpenAI-compatible', baseUrl, key: 'key', model: 'm' })
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.providerDialog.getByRole('alert').getByText(words).waitFor()
    const box = app.providerDialog.getByRole('textbox', { name: field })
    expect(await box.inputValue()).toBe(baseUrl)
    expect(await box.getAttribute('aria-invalid')).toBe('true')
  })

  it('refuses a key that no header can carry', async () => {
    const { app, mock } = scene
    await app.button('Add provider').click()
    await app.fillProvider({
      kind: 'OpenAI-compatible',
      baseUrl: mock.baseUrl,
      key: 'two words\nand a line',
      model: 'm',
    })
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.providerDialog
      .getByRole('alert')
      .getByText(/not a key/)
      .waitFor()
  })
})

describe('a connect link', () => {
  it('fills the dialog in without a key, shows where it leads, and does nothing by itself', async () => {
    const { mock } = scene
    const link = `#/connect?kind=openai-compatible&baseUrl=${mock.baseUrl}&model=linked-model-7f3&key=stolen`
    const app = await scene.openTab(link)
    const field = (name: string) => app.providerDialog.getByRole('textbox', { name })
    await app.providerDialog.getByRole('heading', { name: mock.url }).waitFor()
    expect(await field('Base URL').inputValue()).toBe(mock.baseUrl)
    expect(await field('API key').inputValue()).toBe('')
    expect(await app.providerDialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('linked-model-7f3')
    // a name that stands in no file of the app: the service worker's cache is searched, too
    expect(await everythingStored(app.page)).not.toContain('linked-model-7f3')
    expect(mock.journal()).toEqual([])

    mock.setScript([{ text: 'Connected.' }])
    await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
    await app.untilStatus('Idle')
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
