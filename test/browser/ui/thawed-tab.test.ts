import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/**
 * What the worker of a tab that was frozen says when it runs again, and another that it is told when the writer is
 * another one.
 */
const SAME_WRITER = { type: 'writer-changed', role: 'follower', epoch: 2 } as const
const NEXT_WRITER = { type: 'writer-changed', role: 'follower', epoch: 3 } as const

it('a tab that was frozen took back what was pinned in another one meanwhile, with its own next change: it reads the settings again', async () => {
  const fake = makeFakeWorker()
  for (const id of ['one', 'two', 'three']) fake.addSession(id, [userRow(0, 'Go')], { title: `Of ${id}` })
  await openPage(fake)
  const list = page.getByRole('navigation', { name: 'Sessions' })
  const pin = async (title: string): Promise<void> => {
    await list.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Pin' }).click()
  }
  fake.send(SAME_WRITER)
  await expect.element(list.getByText('Of three')).toBeVisible()
  // of neither change it is told
  fake.preferences = { ...fake.preferences, pinned: ['one'] }
  const asked = fake.requests('get-preferences').length
  fake.send(SAME_WRITER)
  await expect.poll(() => fake.requests('get-preferences').length).toBeGreaterThan(asked)
  await pin('Of two')
  await expect.poll(() => fake.preferences.pinned).toEqual(['one', 'two'])

  fake.preferences = { ...fake.preferences, pinned: [] }
  fake.send(NEXT_WRITER)
  await pin('Of three')
  await expect.poll(() => fake.preferences.pinned).toEqual(['three'])
})

it('words half typed in the settings were taken away when the settings were read again, though these had not changed', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  fake.send(SAME_WRITER)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  for (const [tab, name, typed] of [
    ['Memory', 'Your instructions', 'I am a biolo'],
    ['Models', 'Ask before retrying answers longer than (tokens)', '120'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const field = page.getByRole('textbox', { name })
    await field.click()
    await userEvent.keyboard(typed)
    fake.preferences = structuredClone(fake.preferences)
    const asked = fake.requests('get-preferences').length
    fake.send(SAME_WRITER)
    await expect.poll(() => fake.requests('get-preferences').length).toBeGreaterThan(asked)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect.element(field).toHaveValue(typed)
    await expect.element(field).toHaveFocus()
  }
})
