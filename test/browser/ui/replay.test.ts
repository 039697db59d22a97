import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const bar = () => page.getByRole('region', { name: 'Replay' })
const slider = () => bar().getByRole('slider', { name: 'Position in the journal' })
const log = () => page.getByRole('log', { name: 'Conversation' })

it('the conversation is dragged, stepped and played through in its own place; nothing in it acts on now, and now comes back', {
  timeout: 60_000,
}, async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(24))
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await expect.element(slider()).toHaveAttribute('max', '23')
  await expect.element(bar().getByText('Past', { exact: true })).toBeVisible()
  await expect.element(log().getByRole('article')).toHaveAttribute('aria-setsize', '1')
  // what would write, edit or ask again is not there
  await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
  for (const name of ['Edit', 'Ask again', 'Branch', 'Copy'])
    expect(log().getByRole('button', { name }).elements()).toEqual([])

  await bar().getByRole('button', { name: 'Next version' }).click()
  await bar().getByRole('button', { name: 'Next version' }).click()
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '3')
  slider().element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '24')
  await expect.element(log().getByRole('article').last()).toHaveTextContent(/23/)
  // back in time the rows that came later are gone
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '5')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-posinset', '5')

  await bar().getByRole('combobox', { name: 'Speed' }).selectOptions('At once')
  await bar().getByRole('button', { name: 'Play' }).click()
  await expect.element(log().getByRole('article').last(), { timeout: 20_000 }).toHaveAttribute('aria-setsize', '24')
  await expect.element(bar().getByRole('button', { name: 'Play' })).toBeVisible()

  await userEvent.keyboard('{Escape}')
  await bar().getByRole('button', { name: 'Previous version' }).click()
  await bar().getByRole('button', { name: 'Go on with a model' }).click()
  await page
    .getByRole('menuitem', { name: /Fork here and go on with/ })
    .first()
    .click()
  await expect
    .poll(() => fake.commands().map(({ command }) => command.kind))
    .toEqual(expect.arrayContaining(['branch-session', 'input', 'input']))
  expect(fake.commands().find(({ command }) => command.kind === 'branch-session')?.command).toMatchObject({
    at: { seq: 23 },
    variant: false,
  })
  await bar().getByRole('button', { name: 'Back to now' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

it('a recording stands where one would write, and is played from there', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(6), { recorded: true })
  await openPage(fake, '#/session/one')
  const recording = page.getByRole('region', { name: 'Recording' })
  await expect.element(recording).toHaveTextContent('It stays as it is')
  expect(page.getByRole('textbox', { name: 'Message' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Session options' }).elements()).toEqual([])
  await recording.getByRole('button', { name: 'Replay' }).click()
  await expect.element(bar().getByRole('button', { name: 'Pause' })).toBeVisible()
  await bar().getByRole('button', { name: 'Back to now' }).click()
  await recording.getByRole('button', { name: 'Go on in a copy' }).click()
  await expect.poll(() => fake.commands().at(-1)?.command).toMatchObject({ kind: 'branch-session', from: 'one' })
})
