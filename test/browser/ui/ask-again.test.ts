import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('the size from which an interrupted answer is asked for again only by the person is set in Settings, or cleared', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await page.getByRole('button', { name: 'Settings' }).click()
  const field = page.getByRole('textbox', { name: 'Ask before retrying' })
  const set = () => fake.requests('set-preferences').map((request) => JSON.stringify(request))
  await field.fill('a lot')
  await page.getByRole('tab', { name: 'Models' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('whole number')
  expect(set()).toEqual([])
  await field.fill('5000')
  await page.getByRole('tab', { name: 'Models' }).click()
  await expect.poll(() => set().at(-1)).toContain('"askBeforeAgainAbove":5000')
  await field.fill('')
  await page.getByRole('tab', { name: 'Models' }).click()
  await expect.poll(() => set().at(-1)).toContain('"askBeforeAgainAbove":null')
})
