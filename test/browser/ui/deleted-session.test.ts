import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openFiles, openPage } from './open-page.ts'

const banner = page.getByText('This session was deleted.')
const offered = [
  page.getByRole('textbox', { name: 'Message' }),
  page.getByRole('button', { name: 'Model of this session' }),
  page.getByRole('button', { name: 'Session options' }),
  page.getByRole('button', { name: 'Show files' }),
]
const input = (fake: ReturnType<typeof makeFakeWorker>) =>
  fake.commands().map(({ command }) => command.kind === 'input' && command.input.type)

/** Would change the session, or be lost. */
const withParts = page.getByRole('button', { name: 'Save to files' })

it('a session that another tab deleted looked alive: it says so, offers nothing, and comes back after Undo there', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello'), answerRow(1, '```ts\nconst a = 1\n```\n\nDone.')], {
    title: 'First one',
  })
  await openPage(fake, '#/session/one')
  await page.getByRole('textbox', { name: 'Message' }).fill('half a thought')
  await openFiles()

  await expect.element(withParts).toBeVisible()
  const said = page.getByText('Done.', { exact: true })
  const beside = () => document.querySelector('.quote-selected')
  const select = () => getSelection()?.selectAllChildren(said.element())
  select()
  await expect.poll(beside).not.toBe(null)
  getSelection()?.removeAllRanges()
  await expect.poll(beside).toBe(null)

  fake.commit('one', { head: { deletedAt: 1 } })
  await expect.element(banner).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent('Deleted')
  for (const control of offered) await expect.element(control).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Files' })).not.toBeInTheDocument()
  await expect.element(withParts).not.toBeInTheDocument()
  const isTold = new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }))
  select()
  await isTold
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(beside()).toBe(null)
  // what was said can still be read
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Hello')

  fake.commit('one', { head: { deletedAt: null } })
  await expect.element(banner).not.toBeInTheDocument()
  for (const control of [...offered, withParts]) await expect.element(control).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half a thought')
})

it('the address of a deleted session offered no way back: Restore brings it back', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one', deletedAt: 1 })
  await openPage(fake, '#/session/one')
  await expect.element(banner).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.poll(() => input(fake)).toEqual(['user-restore-session'])
  for (const control of offered) await expect.element(control).toBeVisible()
  await expect
    .element(page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'First one' }))
    .toBeVisible()
})
