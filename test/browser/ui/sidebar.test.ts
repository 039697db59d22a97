import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const sessions = page.getByRole('navigation', { name: 'Sessions' })
const hide = page.getByRole('button', { name: 'Hide sessions', exact: true })
const show = page.getByRole('button', { name: 'Show sessions', exact: true })
const box = page.getByRole('textbox', { name: 'Message' })
const command = async (words: string): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill(words)
  await userEvent.keyboard('{Enter}')
}

it('the sessions could not be put out of the way on a wide screen: they go by a button, a key or a command, stay away over a reload, and the focus stays', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  const opened = await openPage(fake, '#/session/one')
  await expect.element(sessions).toBeVisible()
  expect(show.query()).toBe(null)

  await hide.click()
  await expect.poll(() => sessions.query()).toBe(null)
  await expect.element(show).toHaveFocus()
  // it stands beside the title and not upon it
  const title = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  expect(show.element().getBoundingClientRect().right).toBeLessThanOrEqual(title.left)
  opened.dispose()

  await openPage(fake, '#/session/one', true)
  await expect.element(box).toBeVisible()
  await expect.poll(() => sessions.query()).toBe(null)
  // the start page has the way back, too
  location.hash = '#/'
  await show.click()
  await expect.element(sessions).toBeVisible()
  await expect.element(hide).toHaveFocus()
  expect(show.query()).toBe(null)

  // who writes goes on writing
  location.hash = '#/session/one'
  await box.click()
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  await expect.poll(() => sessions.query()).toBe(null)
  await expect.element(box).toHaveFocus()
  await command('Show or hide the sessions')
  await expect.element(sessions).toBeVisible()
  await expect.element(box).toHaveFocus()
})

it('on a phone the same key opens the drawer', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(box).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  await expect.element(sessions).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  await expect.poll(() => sessions.query()).toBe(null)
})

it('a private session could only be begun from the commands alone: a button beside "New session" begins one, on a phone, too', async () => {
  const fake = makeFakeWorker()
  const begin = page.getByRole('button', { name: 'New private session', exact: true })
  await openPage(fake)
  // without a model it asks for one, as the command does
  await begin.click()
  const asked = page.getByRole('dialog', { name: 'Add provider', exact: true })
  await expect.element(asked).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(fake.commands()).toEqual([])

  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: ['m'], createdAt: 1, hasKey: true }]
  fake.send({ type: 'settings-changed' })
  await page.viewport(390, 844)
  await show.click()
  await begin.click()
  await expect
    .poll(() => fake.commands().map(({ command }) => command))
    .toContainEqual(expect.objectContaining({ kind: 'create-session', model: 'm' }))
  expect(location.hash).toMatch(/^#\/session\/private-/)
  // the drawer is not left over it
  await expect.poll(() => begin.query()).toBe(null)
})
