import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HELP } from '../../../src/ui/conversation/commands/help-answers.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const help = page.getByRole('dialog', { name: 'Help and shortcuts' })
const search = help.getByRole('searchbox', { name: 'Search the help' })

it('nothing in the page answered a question: "?" and a button open 30 answers, which are searched', async () => {
  expect(HELP.flatMap(({ answers }) => answers).length).toBeGreaterThanOrEqual(30)
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'There.')])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect.element(search).toHaveFocus()
  await search.fill('lose')
  await expect.element(help.getByText('Can I lose it?')).toBeVisible()
  await expect.element(help.getByText(/Keep a backup, or connect a second device/)).toBeVisible()
  await expect.element(help.getByText('What is a project?')).not.toBeInTheDocument()
  // shortcuts are found by the same words
  await search.fill('shortcuts newest')
  await expect.element(help.getByText('To the newest card or message')).toBeVisible()
  await search.fill('zebra')
  await expect.element(help.getByText('No answers found.')).toBeVisible()
  await help.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(help).not.toBeInTheDocument()

  // a dialog that has closed gives the focus back a moment later
  await vi.waitFor(async () => {
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('?')
    await expect.element(help, { timeout: 1000 }).toBeVisible()
  }, 20_000)
})

it('in Chinese the help is Chinese, and is found by English words, too', async () => {
  const fake = makeFakeWorker()
  fake.preferences = { ...fake.preferences, language: 'zh' }
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'There.')])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: '帮助' }).click()
  const dialog = page.getByRole('dialog', { name: '帮助与快捷键' })
  for (const words of ['passphrase', '口令']) {
    await dialog.getByRole('searchbox').fill(words)
    await expect.element(dialog.getByText('谁能读取我的 API 密钥？')).toBeVisible()
    await expect.element(dialog.getByText('项目是什么？')).not.toBeInTheDocument()
  }
})

it('from the box one key reaches the newest card that waits, and another leads back', async () => {
  const fake = makeFakeWorker()
  const calls = [callOf('1.0.0', { name: 'delete_file', args: '{"path":"a.md"}', status: 'pending', started: false })]
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'I delete it.', { calls, settledAt: null })])
  Object.assign(fake.sessions.get('one')?.head ?? {}, unsettledHead(1, 1, calls))
  await openPage(fake, '#/session/one')
  const box = page.getByRole('textbox', { name: 'Message' })
  const card = page.getByRole('group', { name: 'Tool call: delete_file' })
  await expect.element(card.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await box.click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(card).toHaveFocus()
  // the next Tab is in the card
  await userEvent.keyboard('{Tab}')
  expect(card.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.element(box).toHaveFocus()
  // nothing waits: the newest message
  fake.commit('one', { head: { unsettled: [], live: [] }, messages: [answerRow(1, 'Done.')] })
  await expect.element(card).not.toBeInTheDocument()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByRole('article', { name: 'Assistant' })).toHaveFocus()
})
