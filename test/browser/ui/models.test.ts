import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const picker = page.getByRole('button', { name: 'Model of this session' })
const box = page.getByRole('combobox', { name: 'Find a model' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const group = (name: string) => page.getByRole('group', { name, exact: true })
const provider = (id: string, label: string, models: string[]): ProviderView => ({
  id,
  kind: 'openai-compatible',
  label,
  baseUrl: `https://${id}.example/v1`,
  model: models[0] ?? '',
  models,
  createdAt: 1,
  hasKey: true,
})

async function openOn(fake: FakeWorker): Promise<void> {
  fake.providers = [
    provider('a', 'Acme', ['quick-1', 'quick-2', 'slow-1']),
    provider('b', 'Bolt', ['slow-1', 'text-embedding-9']),
  ]
  const session = fake.sessions.get('one')
  if (session) session.config = { ...session.config, model: { providerId: 'a', model: 'quick-1', thinking: 'low' } }
  await openPage(fake, '#/session/one')
}
const inputs = (fake: FakeWorker) =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))

it('a model is found by typing and chosen by keys alone; the session has it, and the list knows what was used', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openOn(fake)
  await expect.element(picker).toHaveTextContent('quick-1')
  await picker.click()
  await expect.element(box).toHaveFocus()
  await expect.element(group('Recent').getByRole('option', { name: 'quick-1' })).toHaveTextContent('In use')
  await expect
    .element(group('Acme').getByRole('option', { name: 'slow-1' }))
    .toHaveTextContent('128k tokens$2.5 in, $10 out')
  await expect.element(option('slow-1').first()).toHaveTextContent('images, tools')
  // for other things than talking
  await expect.element(option('text-embedding-9')).not.toBeInTheDocument()
  await box.fill('slow bolt images')
  await expect.element(group('Bolt').getByRole('option')).toHaveTextContent('slow-1')
  await expect.element(group('Acme')).not.toBeInTheDocument()
  await expect.element(option(/^slow-1/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect
    .poll(() => fake.sessions.get('one')?.config.model)
    .toEqual({ providerId: 'b', model: 'slow-1', thinking: 'low' })
  await expect.element(picker).toHaveTextContent('slow-1')
  await expect.poll(() => fake.preferences.recentModels).toEqual([{ providerId: 'b', model: 'slow-1' }])

  // any other name may be typed
  await picker.click()
  await box.fill('brand-new')
  await option('Use “brand-new” Acme').click()
  await expect.poll(() => fake.sessions.get('one')?.config.model.model).toBe('brand-new')
})

it('Enter that is pressed before there is a list chooses what was typed when it comes; more words take it back', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openOn(fake)
  for (const more of ['', '{Backspace}']) {
    let come = (): void => {}
    fake.waits.set('models', new Promise<void>((resolve) => (come = resolve)))
    await picker.click()
    await box.fill('slow-1')
    await userEvent.keyboard(`{Enter}${more}`)
    await expect.element(page.getByRole('status', { name: 'Found' })).toHaveTextContent('Loading…')
    come()
    if (more !== '') break
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(picker).toHaveTextContent('slow-1')
  }
  await expect.element(option('Use “slow-” Acme')).toBeVisible()
})

it('what is pointed at stays so when the list comes anew with other models before it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openOn(fake)
  const asked = () => fake.requests('models').length
  const comes: (() => void)[] = []
  const wait = () => fake.waits.set('models', new Promise<void>((resolve) => comes.push(resolve)))
  wait()
  await picker.click()
  await expect.poll(asked).toBe(1)
  wait()
  comes[0]?.()
  await expect.poll(asked).toBe(2)
  await box.fill('quick')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('quick-2').first()).toHaveAttribute('aria-selected', 'true')
  fake.providers = [provider('a', 'Acme', ['quick-0', 'quick-1', 'quick-2', 'slow-1'])]
  comes[1]?.()
  await expect.element(option('quick-0').first()).toBeVisible()
  await expect.element(option('quick-2').first()).toHaveAttribute('aria-selected', 'true')
})

it('favourites stand first, are set by a button for the model that is pointed at, and stay', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openOn(fake)
  await picker.click()
  await box.fill('quick-2')
  await page.getByRole('button', { name: 'Favourite quick-2' }).click()
  await expect.poll(() => fake.preferences.favouriteModels).toEqual([{ providerId: 'a', model: 'quick-2' }])
  await box.fill('')
  await expect.element(group('Favourites').getByRole('option')).toHaveTextContent('quick-2')
  await expect.element(page.getByRole('listbox').getByRole('option').first()).toHaveTextContent('quick-2')
  await page.getByRole('button', { name: 'Favourite quick-2', pressed: true }).click()
  await expect.element(group('Favourites')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(picker).toHaveFocus()
  expect(inputs(fake)).toEqual([])
})

it('a run that failed is asked again of another model: first the model, then the retry', async () => {
  const fake = makeFakeWorker()
  const failure = { kind: 'overloaded', message: 'The server has too much to do.' } as const
  fake.addSession('one', [userRow(0, 'Hello'), answerRow(1, '', { status: 'failed', failure })], {
    title: 'First one',
    hold: { kind: 'failed', failure },
  })
  await openOn(fake)
  await expect.element(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible()
  const another = page.getByRole('button', { name: 'Switch model and retry' })
  await expect.element(another).toBeVisible()
  // its provider is not the cause
  await expect.element(page.getByRole('button', { name: 'Fix key' })).not.toBeInTheDocument()
  await another.click()
  await box.fill('quick-2')
  await userEvent.keyboard('{Enter}')
  const model = { providerId: 'a', model: 'quick-2', thinking: 'low' }
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ type: 'user-configure', config: { model } }, { type: 'user-retry' }])
})

it.each([
  ['bad-key', 'Fix key'],
  ['no-credit', 'Change key'],
  ['network', 'Check connection'],
  ['not-found', 'Check connection'],
] as const)('an answer that failed by %s offers "%s", which opens its provider', async (kind, label) => {
  const fake = makeFakeWorker()
  const failure = { kind, message: 'It did not work.' }
  const answer = answerRow(1, '', { status: 'failed', failure, model: { providerId: 'a', model: 'quick-1' } })
  fake.addSession('one', [userRow(0, 'Hello'), answer], { title: 'First one', hold: { kind: 'failed', failure } })
  await openOn(fake)
  await page.getByRole('button', { name: label }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit provider' })
  await expect.element(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://a.example/v1')
})

it('while a provider is added, its models can be looked through; Enter in the list does not save the form', async () => {
  const fake = makeFakeWorker()
  await openPage(fake, '#/connect?kind=openai-compatible&baseUrl=http://localhost:11434/v1&model=quick-1')
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByRole('button', { name: 'Browse models' }).click()
  await box.fill('zzz')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Models of' })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('zzz')
  expect(fake.requests('models')).toMatchObject([{ of: { baseUrl: 'http://localhost:11434/v1', model: 'quick-1' } }])
  expect(fake.requests('save-provider')).toEqual([])
  // what was chosen for a provider that is not there yet is not what was used last
  expect(fake.requests('set-preferences')).toEqual([])
})

it('what is set under Advanced is checked beside its field and kept with the provider; it is folded away until then', async () => {
  const fake = makeFakeWorker()
  await openPage(fake, '#/connect?kind=openai-compatible&baseUrl=http://localhost:11434/v1&model=quick-1')
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  await expect.element(field('Base URL')).toBeVisible()
  await expect.element(field('Temperature')).not.toBeInTheDocument()
  await dialog.getByText('Advanced').click()
  // it said that costs are shown at the usual price, and they are not: no limit in money acts on them
  await expect.element(dialog.getByText('cost limits don’t count them until you enter a price')).toBeVisible()
  await field('Temperature').fill('hot')
  await field('Extra headers').fill('Authorization: Bearer x')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter a number from 0 to 2, or leave it empty.')).toBeVisible()
  await expect.element(dialog.getByText(/contains a key/)).toBeVisible()
  expect(fake.requests('save-provider')).toEqual([])
  await field('Automatic retries').fill('9')
  await field('Service tier').fill('very fast')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Enter 0 to 4, or leave it empty.')).toBeVisible()
  await expect.element(dialog.getByText('Use letters, digits, - and _, or leave it empty.')).toBeVisible()
  await field('Automatic retries').fill('0')
  await field('Service tier').fill(' flex ')
  await field('Temperature').fill('0,5')
  await field('Extra headers').fill('X-Team: one')
  await field('Extra JSON').fill('{"user": "me"}')
  await field('Name').fill('Work')
  // only where answers are stored at all
  const unstored = dialog.getByRole('checkbox', { name: /^Don’t store answers at the provider/ })
  await expect.element(unstored).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const advanced = {
    temperature: 0.5,
    retries: 0,
    tier: 'flex',
    headers: { 'X-Team': 'one' },
    body: '{"user": "me"}',
  }
  await expect.poll(() => fake.requests('save-provider')).toMatchObject([{ provider: { label: 'Work', advanced } }])
})

it('Google stores answers, so that they go on without this tab, only where the person asks for it', async () => {
  const fake = makeFakeWorker()
  await openPage(
    fake,
    '#/connect?kind=google&baseUrl=https://generativelanguage.googleapis.com/v1beta&model=gemini-3-pro',
  )
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByText('Advanced').click()
  const stored = dialog.getByRole('checkbox', { name: /^Keep answers generating at Google/ })
  await expect.element(stored).not.toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: /^Don’t store answers/ })).not.toBeInTheDocument()
  await stored.click()
  await dialog.getByRole('textbox', { name: 'API key' }).fill('AIzaKey')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => fake.requests('save-provider'))
    .toMatchObject([{ provider: { kind: 'google', advanced: { stored: true } } }])
})

it("the name of a model turned round what stood beside it: it stands alone in an answer's line, in the list and in Settings", async () => {
  const fake = makeFakeWorker()
  const evil = 'evil\u202eledom\u200b'
  const model = { providerId: 'a', model: evil }
  const usage = { input: 900, output: 90, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const answer = answerRow(1, 'Hello', { model, usage, endedAt: 1_700_000_000_900, cost: 0.01 })
  const session = fake.addSession('one', [userRow(0, 'Hello'), answer], { title: 'First one' })
  session.config = { ...session.config, model: { ...model, thinking: 'low' } }
  fake.providers = [provider('a', 'Acme', [evil, 'other'])]
  fake.preferences = { ...fake.preferences, fallback: { models: [model], after: 2 } }
  /** Of the elements in here that have the name among other words, those in which it does not stand alone. */
  const joined = (within: Element | null): string[] =>
    [...(within?.querySelectorAll('*') ?? [])].flatMap((element) => {
      const has = [...element.childNodes].some((node) => node instanceof Text && node.data.includes(evil))
      return has && element.textContent !== evil && element.tagName !== 'BDI' ? [element.outerHTML] : []
    })
  await openPage(fake, '#/session/one')
  const line = page.getByText(/ · 0\.9 s/)
  await expect.element(line).toHaveTextContent('evil\\u202eledom\\u200b · 0.9 s')
  expect(joined(line.element().parentElement)).toEqual([])
  const open = () => document.querySelector('dialog[open]')
  await picker.click()
  await expect.element(group('Acme').getByRole('option', { name: 'evil' })).toBeVisible()
  expect(joined(open())).toEqual([])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Settings' }).click()
  const card = page.getByText(/key stored/)
  await expect.element(card).toHaveTextContent('evil\\u202eledom\\u200b · key stored')
  expect(joined(card.element().parentElement)).toEqual([])
  expect(document.body.textContent).not.toContain(evil)
})
