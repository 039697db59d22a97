import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('a long reason in the status does not cover the title', async () => {
  const failure = {
    kind: 'bad-key' as const,
    message: 'The provider rejected the API key. It said: invalid api key (HTTP 401)',
  }
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, '', { status: 'failed', failure })]
  fake.addSession('one', rows, {
    hold: { kind: 'failed', failure },
    title: 'A title that is long enough to need all the room there is',
  })
  await openPage(fake, '#/session/one')
  const status = page.getByRole('status', { name: 'Status', exact: true })
  await expect.element(status).toHaveTextContent('Failed: The provider rejected')
  await expect.element(page.getByRole('button', { name: /^Model of this session/ })).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    // what is laid out by the width of the view follows it a moment later
    await expect.poll(() => innerWidth).toBe(width)
    const chosen = () => [...document.querySelectorAll('.top-title :is(h1, button)')]
    const covered = (): (string | null)[] => {
      const { left, top } = status.element().getBoundingClientRect()
      return chosen().flatMap((each) => {
        const { right, bottom } = each.getBoundingClientRect()
        return right > left && bottom > top ? [each.textContent] : []
      })
    }
    await expect.poll(covered, { message: `at ${width}` }).toEqual([])
    expect(chosen().length).toBeGreaterThan(0)
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

it('on a phone a long status left a few letters of the title, and of the model', async () => {
  const failure = {
    kind: 'bad-key' as const,
    message: 'The provider rejected the API key. It said: invalid (HTTP 401)',
  }
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Go'), answerRow(1, '', { status: 'failed', failure })]
  fake.addSession('one', rows, { hold: { kind: 'failed', failure }, title: 'Three days in Lisbon' })
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const title = page.getByRole('heading', { name: 'Three days in Lisbon' })
  const model = page.getByRole('button', { name: /^Model of this session/ })
  await expect.element(page.getByRole('status', { name: 'Status', exact: true })).toHaveTextContent('Failed: The')
  await expect.element(model).toBeVisible()
  const cut = (element: Element): boolean => element.scrollWidth > element.clientWidth
  await expect
    .poll(() => [cut(title.element()), cut(model.element().firstElementChild ?? model.element())])
    .toEqual([false, false])
})

it.each([
  ['en', 'mock-model'],
  ['zh', 'mock-model'],
  ['en', 'anthropic/claude-sonnet-4-5-20250929-thinking:extended'],
] as const)('beside an artifact the name of the model was cut to three letters (%s, %s)', async (language, model) => {
  const fake = makeFakeWorker()
  fake.preferences = { ...fake.preferences, language }
  const provider = { id: 'p', kind: 'openai-compatible', label: 'P', baseUrl: 'https://p.example/v1', model } as const
  fake.providers = [{ ...provider, models: [model], createdAt: 1, hasKey: true }]
  const blob = '1'.padStart(64, '0')
  fake.blobs.set(blob, new TextEncoder().encode('<h1>Hello</h1>'))
  const details = { shape: 'artifact' as const, path: 'page.html', blob, title: 'Page' }
  const result = { kind: 'ok' as const, content: [], details, terminate: false, timestamp: 1 }
  const rows = [
    userRow(0, 'Go'),
    answerRow(1, '', { calls: [callOf('1.0.0', { name: 'show_artifact', result })] }),
    answerRow(2, 'Done.', { cost: 0.5, model: { providerId: 'p', model } }),
  ]
  const { config } = fake.addSession('one', rows, { title: 'Three days in Lisbon' })
  config.model = { providerId: 'p', model, thinking: 'medium' }
  config.window = { size: 200_000, maxOutput: null, by: 'catalogue' }
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: language === 'en' ? 'Open in panel' : '在面板中打开' }).click()
  await expect.poll(() => document.querySelector('.artifact-panel')).not.toBeNull()
  for (const width of [1280, 1024, 768]) {
    await page.viewport(width, 800)
    await expect.poll(() => innerWidth).toBe(width)
    const places = () => {
      const name = document.querySelector('.model-button > span')
      const row = document.querySelector('.composer-controls')
      const send = document.querySelector('.composer-bar [type="submit"]')
      if (!name || !row || !send) return null
      return {
        whole: name.scrollWidth <= name.clientWidth,
        readable: name.clientWidth >= 140,
        // what has no room is reached by scrolling the row, and covers nothing
        apart: row.getBoundingClientRect().right <= send.getBoundingClientRect().left + 3,
      }
    }
    const isShort = model === 'mock-model'
    await expect
      .poll(places, { message: `at ${width}` })
      .toMatchObject({ ...(isShort ? { whole: true } : { readable: true }), apart: true })
  }
})

it('what a session has cost stands in its header, with a bar where a limit is near; search fees that nobody knows are said', async () => {
  const fake = makeFakeWorker()
  fake.providers = [
    {
      id: 'p',
      kind: 'openai-compatible',
      label: 'P',
      baseUrl: 'https://p.example/v1',
      model: 'm',
      models: ['m'],
      createdAt: 1,
      hasKey: true,
    },
  ]
  const usage = { input: 1200, output: 300, cacheRead: 0, cacheWrite: 0, reasoning: 0, searches: 2 }
  const model = { providerId: 'p', model: 'm', thinking: 'off' as const }
  const rows = [userRow(0, 'Go'), answerRow(1, 'Done.', { usage, cost: 0.5, model })]
  const { config, head } = fake.addSession('one', rows)
  config.model = model
  config.limits = { ...config.limits, maxCostPerRun: 1 }
  head.run = { ...head.run, cost: 0.9 }
  const totals = {
    answers: 1,
    unpriced: 0,
    input: 1200,
    output: 300,
    cacheRead: 0,
    cacheWrite: 0,
    reasoning: 0,
    cost: 0.5,
  }
  fake.usage = {
    today: '2026-11-22',
    rows: [{ ...totals, day: '2026-11-22', sessionId: 'one', session: 'One', providerId: 'p', model: 'm' }],
  }
  await page.viewport(1280, 800)
  await openPage(fake, '#/session/one')
  const cost = page.getByRole('button', { name: /^Used in this session: 1.5k tokens/ })
  await expect.element(cost).toHaveTextContent('$0.50')
  const bar = page.getByRole('meter', { name: 'Used of the limit of this session' })
  await expect.element(bar).toBeVisible()
  await expect.poll(() => (bar.element() as HTMLMeterElement).value).toBeCloseTo(0.9)
  await page.getByText('Done.').hover()
  await expect.element(page.getByText('search fees not included')).toBeVisible()
  // the person knows it: for all sessions with this model
  await page.getByRole('button', { name: 'Session options' }).click()
  const fee = page.getByRole('textbox', { name: 'Price per thousand provider searches (US dollars)' })
  await fee.fill('-1')
  await userEvent.tab()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter an amount of 0 or more, or leave it empty.')
  expect(fake.providers[0]?.overrides).toBeUndefined()
  await fee.fill('2,5')
  await userEvent.tab()
  await expect.poll(() => fake.providers[0]?.overrides).toEqual({ m: { searchFee: 2.5 } })
  await expect.element(page.getByText('search fees not included')).not.toBeInTheDocument()
})

it('the table of what was used was headed "day": its heads begin as the others do', async () => {
  const fake = makeFakeWorker()
  fake.usage = {
    today: '2026-11-22',
    rows: [
      {
        ...{ answers: 1, unpriced: 0, input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0, cost: 0.5 },
        ...{ day: '2026-11-22', sessionId: 'one', session: 'One', providerId: 'p', model: 'm' },
      },
    ],
  }
  await openPage(fake)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Usage' }).click()
  const by = page.getByRole('combobox', { name: 'Group usage' })
  for (const [words, head] of [
    ['By day', 'Day'],
    ['By month', 'Month'],
    ['By model', 'Model'],
    ['By session', 'Session'],
  ] as const) {
    await by.selectOptions(words)
    await expect.element(page.getByRole('columnheader').first()).toHaveTextContent(new RegExp(`^${head}$`))
  }
})
