import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const leave = () => userEvent.tab()

it('a limit per day of "1,000" became one dollar', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Usage' }).click()
  const limit = page.getByRole('textbox', { name: /^Limit per day over all sessions/ })
  const set = () => fake.requests('set-preferences').map((request) => JSON.stringify(request))
  await limit.fill('1,000')
  await leave()
  await expect.element(page.getByRole('alert')).toHaveTextContent('write 1000 or 1.00')
  expect(set()).toEqual([])
  await limit.fill('1,000.50')
  await leave()
  await expect.poll(() => set().at(-1)).toContain('"maxCostPerDay":1000.5')
})

it('a longest answer and a window of "16.000" became 16 tokens', async () => {
  const fake = makeFakeWorker()
  const provider = { kind: 'openai-compatible', label: 'P', baseUrl: 'https://p.example/v1', createdAt: 1 } as const
  fake.providers = [{ ...provider, id: 'p', model: 'm', models: ['m'], hasKey: true }]
  fake.addSession('one', []).config.model = { providerId: 'p', model: 'm', thinking: 'off' }
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Session options' }).click()
  const longest = page.getByRole('textbox', { name: 'Longest answer of this model, in tokens' })
  await longest.fill('much')
  await leave()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a whole number of at least 1 token, or leave it empty.')
  await longest.fill('16.000')
  await leave()
  await expect.poll(() => fake.providers[0]?.overrides).toEqual({ m: { maxOutput: 16_000 } })
  await page.getByRole('textbox', { name: 'Context window of this model, in tokens' }).fill('200,000')
  await leave()
  await expect.poll(() => fake.providers[0]?.windows).toMatchObject({ m: { size: 200_000 } })
})
