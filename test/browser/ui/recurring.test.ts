import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

it('a recurring task is not under Activity, or cannot be added, changed, paused and deleted there', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello'), answerRow(1, 'Hi')])
  fake.recurring = [{ id: 'r', sessionId: 'one', task: 'Old \u202Etask', times: '0 8 * * *', on: true, next: null }]
  await openPage(fake, '#/session/one')
  await button('Activity').click()
  const list = page.getByRole('list', { name: 'Recurring tasks' })
  await expect.element(list).toHaveTextContent('Old \\u202etask')
  await button('New recurring task').click()
  await button('Save').click()
  await expect.element(page.getByText('Enter the task.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Task' }).fill('Water the plants')
  fake.refuses.set('save-recurring', 'These times never come.')
  await button('Save').click()
  await expect.element(page.getByText('These times never come.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Task' })).toHaveValue('Water the plants')
  fake.refuses.delete('save-recurring')
  await page.getByRole('textbox', { name: 'Times (cron)' }).fill('0 9 * * 1')
  await button('Save').click()
  await expect.element(list).toHaveTextContent('Water the plants')
  expect(fake.recurring[1]).toMatchObject({ sessionId: 'one', task: 'Water the plants', times: '0 9 * * 1', on: true })
  await page.getByRole('checkbox', { name: 'Repeat Water the plants' }).click()
  await expect.poll(() => fake.recurring.find(({ task }) => task === 'Water the plants')?.on).toBe(false)
  await expect.element(list).toHaveTextContent('Paused')
  await button('Delete Water the plants').click()
  await expect.poll(() => fake.recurring.length).toBe(1)
})
