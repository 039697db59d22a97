import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What a model has no room for, another one is asked; and what all of it took. */

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const provider = (id: string, label: string, baseUrl: string, models: string[]): ProviderView => ({
  ...{ id, kind: 'openai-compatible', label, baseUrl, createdAt: 1, hasKey: true },
  ...{ model: models[0] ?? '', models },
})
const usage = { input: 1200, output: 300, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
const totals = { answers: 1, input: 1200, output: 300, cacheRead: 0, reasoning: 0, cost: 0, unpriced: 1 }

function setUp(): FakeWorker {
  const fake = makeFakeWorker()
  fake.providers = [
    provider('a', 'Acme', 'https://api.acme.example/v1', ['quick-1', 'slow-1']),
    provider('here', 'Here', 'http://127.0.0.1:8080/v1', ['gpt-4o']),
  ]
  const failure = { kind: 'overloaded', message: 'The provider is overloaded. (HTTP 529)' } as const
  fake.addSession('one', [
    userRow(0, 'Plan my week'),
    answerRow(1, '', {
      ...{ status: 'failed', failure, settledAt: null, endedAt: 1_700_000_000_900 },
      ...{ model: { providerId: 'a', model: 'quick-1' }, wentOn: { providerId: 'here', model: 'gpt-4o' } },
    }),
    answerRow(2, 'Monday: rest.', {
      ...{ model: { providerId: 'here', model: 'gpt-4o' }, usage, firstAfter: 840, endedAt: 1_700_000_004_002 },
    }),
    userRow(3, 'And Tuesday?'),
    answerRow(4, 'Tues', {
      ...{ status: 'aborted', model: { providerId: 'a', model: 'quick-1' }, endedAt: 1_700_000_002_004 },
      usage: { ...usage, searches: 2 },
    }),
  ])
  fake.context = {
    ...fake.context,
    used: {
      models: [
        { providerId: 'a', model: 'quick-1', ...totals },
        { providerId: 'here', model: 'gpt-4o', ...totals },
      ],
      run: { from: 1_700_000_000_000, until: 1_700_000_125_000, tokens: 1500, cost: 0 },
    },
  }
  fake.usage = {
    today: '2026-11-22',
    rows: [{ day: '2026-11-21', sessionId: 'one', session: 'A session', providerId: 'a', model: 'quick-1', ...totals }],
  }
  return fake
}

it('an answer that another program exported took "0 in · 0 out", and one that nobody counted nothing: one names its model alone, the other is about', async () => {
  const fake = makeFakeWorker()
  const nothing = { ...usage, input: 0, output: 0 }
  fake.addSession('one', [
    userRow(0, 'Go'),
    answerRow(1, 'Elsewhere.', { model: { providerId: '', model: 'gpt-4o' }, usage: nothing, cost: null }),
    userRow(2, 'On'),
    answerRow(3, 'Here.', {
      ...{ model: { providerId: 'a', model: 'local-1' }, cost: null },
      usage: { ...usage, guessed: true },
    }),
  ])
  await openPage(fake, '#/session/one')
  const lines = page.getByRole('article', { name: 'Assistant' })
  await expect.element(lines.last()).toHaveTextContent('about 1.2k in · about 300 out')
  const shown = [...document.querySelectorAll('.answer-usage')].map((line) => line.textContent)
  expect(shown[0]).toBe('gpt-4o')
})

it('a run that went on with another model says so in one calm line, and each answer what it took', async () => {
  const fake = setUp()
  await openPage(fake, '#/session/one')
  const answers = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answers.first()).toHaveTextContent('quick-1 was overloaded. Continued with gpt-4o.')
  await expect.element(answers.first()).not.toHaveTextContent('Failed')
  expect(answers.first().element().querySelector('.bad')).toBeNull()
  await expect.element(button('Retry')).toBeVisible()
  await expect
    .element(answers.nth(1))
    .toHaveTextContent('gpt-4o · 4.0 s · first word 0.8 s · 1.2k in · 300 out · local')
  await expect.element(answers.last()).toHaveTextContent('about 1.2k in · 300 out · 2 searches · price unknown')
  // one figure stands in the header; without a price, what the session took is one press further
  await expect.element(button(/^Context: /)).toBeVisible()
  expect(button(/^Used in this session/).query()).toBeNull()
  await button(/^Context: /).click()
  const used = page.getByRole('dialog', { name: 'What the model sees' }).getByLabelText('Used')
  await expect.element(used).toHaveTextContent('This session2.4k in, 600 out · price unknown')
  await expect.element(used).toHaveTextContent('gpt-4o1.2k in, 300 out · local')
  await expect.element(used).toHaveTextContent('Last run1.5k tokens · 2 min 5 s')
})

it('the run of a model without a price said "$0" where other answers of the session have one', async () => {
  const fake = setUp()
  const { used } = fake.context
  const priced = { ...totals, providerId: 'a', model: 'priced', unpriced: 0, cost: 1 }
  const say = async (cost: number): Promise<void> => {
    const run = used.run === null ? null : { ...used.run, cost }
    fake.context = { ...fake.context, used: { models: [...used.models, priced], run } }
    await button(/^Context: /).click()
  }
  await openPage(fake, '#/session/one')
  await say(0)
  const dialog = page.getByRole('dialog', { name: 'What the model sees' })
  await expect.element(dialog.getByLabelText('Used')).toHaveTextContent('Last run1.5k tokens · 2 min 5 s')
  await userEvent.keyboard('{Escape}')
  await say(0.5)
  await expect.element(dialog.getByLabelText('Used')).toHaveTextContent('Last run1.5k tokens · over $0.500 · 2 min 5 s')
})

it('where no price is known the usage says tokens, and never "$0"', async () => {
  const fake = setUp()
  await openPage(fake)
  await button('Settings').click()
  await page.getByRole('tab', { name: 'Usage' }).click()
  const panel = page.getByRole('tabpanel')
  await expect.element(panel).toHaveTextContent('All time1.5k tokensprice unknown')
  await expect.element(panel).toHaveTextContent('1 answer has no known price. The real cost is higher than shown')
  const chart = panel.getByRole('img', { name: 'Tokens of each of the last 30 days, at most 1.5k tokens' })
  await expect.element(chart).toBeVisible()
  await expect.element(panel.getByRole('row').last()).toHaveTextContent('price unknown')
  // nothing was asked today: that cost nothing
  expect(panel.element().textContent?.match(/\$0/g)).toHaveLength(1)
})

it('the models to go on with are put in order for all sessions, and one session may have a list of its own', async () => {
  const fake = setUp()
  await openPage(fake, '#/session/one')
  await button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Models' }).click()
  for (const name of ['slow-1', 'gpt-4o']) {
    await settings.getByRole('button', { name: 'Add a fallback model' }).click()
    await page.getByRole('combobox', { name: 'Find a model' }).fill(name)
    await userEvent.keyboard('{Enter}')
  }
  await settings.getByRole('button', { name: 'Move gpt-4o up' }).click()
  await settings.getByRole('combobox', { name: 'Switch to the next model' }).selectOptions('After 3 tries')
  const [local, slow] = [
    { providerId: 'here', model: 'gpt-4o' },
    { providerId: 'a', model: 'slow-1' },
  ]
  await expect.poll(() => fake.preferences.fallback).toEqual({ models: [local, slow], after: 3 })
  await settings.getByRole('button', { name: 'Remove fallback slow-1' }).click()
  await expect.poll(() => fake.preferences.fallback.models).toEqual([local])
  await settings.getByRole('button', { name: 'Close', exact: true }).click()

  await button('Session options').click()
  const options = page.getByRole('dialog', { name: 'Session options' })
  await expect.element(options.getByText('gpt-4o', { exact: true })).toBeVisible()
  await options.getByRole('checkbox', { name: 'Use a separate list for this session' }).click()
  await options.getByRole('button', { name: 'Remove fallback gpt-4o' }).click()
  const fallback = { models: [local], after: 3, own: true }
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      { type: 'user-configure', config: { fallback } },
      { type: 'user-configure', config: { fallback: { ...fallback, models: [] } } },
    ])
})

it('a provider that wants to be left alone for six hours is not waited for in silence: the person is asked', async () => {
  const fake = setUp()
  const message = 'The provider is rate-limiting requests. It asks to wait 6 hours. Retry tries again right away.'
  const failure = { kind: 'rate-limit', message } as const
  fake.addSession('two', [userRow(0, 'Go'), answerRow(1, 'Half', { status: 'failed', settledAt: null, failure })], {
    hold: { kind: 'failed', failure },
  })
  await openPage(fake, '#/session/two')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answer).toHaveTextContent(`Failed: ${message}`)
  await expect.element(answer).not.toHaveTextContent(/Retrying in/)
  await expect
    .element(page.getByRole('status', { name: 'Status' }))
    .toHaveTextContent(/^Failed: The provider is rate-limiting/)
  await expect.element(button('Switch model and retry')).toBeVisible()
  await button('Retry').click()
  await expect.poll(() => inputs(fake)).toMatchObject([{ type: 'user-retry' }])
})

it('one half of a price, once entered, made the other half free', async () => {
  const fake = setUp()
  const session = fake.addSession('two', [])
  session.config.model = { providerId: 'a', model: 'quick-1', thinking: 'off' }
  await openPage(fake, '#/session/two')
  await button('Session options').click()
  const entered = () => fake.providers.find(({ id }) => id === 'a')?.overrides?.['quick-1']?.price
  const price = (of: 'in' | 'out') =>
    page.getByRole('textbox', { name: `Price per million ${of}put tokens (US dollars)`, exact: true })
  await price('in').fill('10')
  await userEvent.tab()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter both prices')
  expect(entered()).toBeUndefined()
  await expect.element(price('in')).toHaveValue('10')
  await price('out').fill('30')
  await userEvent.tab()
  const whole = { input: 10, output: 30, cacheRead: null, cacheWrite: null }
  await expect.poll(() => entered()).toEqual(whole)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  // what is known besides counts again where both are empty
  await price('in').fill('')
  await userEvent.tab()
  await expect.poll(() => entered()).toBeUndefined()
  await expect.element(price('out')).toHaveValue('30')
  await price('out').fill('')
  await userEvent.tab()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('what things cost was beyond the right edge of a phone', async () => {
  const fake = setUp()
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill('Settings: Usage')
  await page.getByRole('option', { name: 'Settings: Usage', exact: true }).click()
  await page.getByRole('combobox', { name: 'Group usage' }).selectOptions('By session')
  const table = page.getByRole('region', { name: 'Usage', exact: true })
  const cost = table.getByRole('cell', { name: 'price unknown' })
  await expect.element(cost).toBeVisible()
  expect(cost.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
})

const failedFor = (kind: 'bad-key' | 'config', message: string): FakeWorker => {
  const fake = setUp()
  const failure = { kind, message }
  const model = { providerId: 'a', model: 'quick-1' }
  fake.addSession('two', [userRow(0, 'Go'), answerRow(1, '', { status: 'failed', failure, settledAt: null, model })])
  return fake
}

it('"Fix key" led to the kind of the provider, not to its key', async () => {
  await openPage(failedFor('bad-key', 'The provider rejected the API key.'), '#/session/two')
  await button('Fix key').click()
  await expect.element(page.getByRole('textbox', { name: 'API key' })).toHaveFocus()
})

it("the day's limit told where it is raised, and did not lead there", async () => {
  const words = "Today's limit over all sessions is reached: $2.60 of $1.50. Raise it in Settings > Usage, then Retry."
  await openPage(failedFor('config', words), '#/session/two')
  await button('Raise the limit').click()
  await expect.element(page.getByRole('textbox', { name: /^Limit per day over all sessions/ })).toBeVisible()
})
