import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answerRow, callOf, manyRows, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What had no room on a phone. */

const PATH = `notes/${'a-long-way/'.repeat(6)}prices-of-all-kites.csv`
const file = { size: 12, mediaType: 'text/csv', seq: 1, timestamp: 1 }
const command = async (words: string): Promise<void> => {
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Command', exact: true }).fill(words)
  await page.getByRole('option', { name: words, exact: true }).click()
}
/** How far it reaches beyond the edges of the screen. */
const beyond = (locator: Locator): number => {
  const { left, right } = locator.element().getBoundingClientRect()
  return Math.max(0, -left, right - innerWidth)
}

it('a long name of a file pushed the buttons of the replay, and of a result, off the screen', async () => {
  const fake = makeFakeWorker()
  const call = callOf('3.0.0', {
    name: 'write_file',
    args: JSON.stringify({ path: PATH, content: 'x' }),
    result: {
      ...{ kind: 'ok', content: [{ type: 'text', text: 'Created.' }], terminate: false, timestamp: 1 },
      details: { shape: 'file', path: PATH },
    },
  })
  const session = fake.addSession('one', [...manyRows(2), userRow(2, 'Go'), answerRow(3, '', { calls: [call] })])
  session.files = [{ path: PATH, blob: 'a'.repeat(64), ...file }]
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  const card = page.getByRole('group', { name: 'Tool call: write_file' })
  await card.getByText('Wrote').click()
  const result = card.getByRole('button', { name: PATH })
  await expect.element(result).toBeVisible()
  expect(beyond(result)).toBe(0)

  await command('Replay this session')
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByText('1 file then').click()
  await expect.element(bar.getByRole('button', { name: PATH })).toBeVisible()
  for (const button of bar.getByRole('button').all()) expect(beyond(button)).toBe(0)
  expect(beyond(bar.getByRole('slider'))).toBe(0)
})

it('the tab of the settings that was opened was cut off, and the system prompt of a session was one line high', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  for (const name of ['Prompts', 'About', 'Models']) {
    await command(`Settings: ${name}`)
    const tab = page.getByRole('tab', { name, exact: true })
    await expect.poll(() => beyond(tab)).toBe(0)
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close', exact: true }).click()
  }
  await command('Session options')
  const prompt = page.getByRole('textbox', { name: 'System prompt' })
  await expect.element(prompt).toBeVisible()
  expect(prompt.element().getBoundingClientRect().height).toBeGreaterThan(100)
})
