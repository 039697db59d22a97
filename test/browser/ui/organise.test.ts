import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** The list moves the focus to a row once that is in view: when nothing moves it any more. */
async function focusStays(name: string): Promise<void> {
  let frames = 0
  const look = async (): Promise<number> => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    frames = document.activeElement?.getAttribute('aria-label') === name ? frames + 1 : 0
    return frames
  }
  await expect.poll(look, { interval: 1 }).toBeGreaterThan(12)
}

it('many sessions are chosen at once by keys and mouse, tagged, archived, exported and deleted, and each is taken back', async () => {
  const fake = makeFakeWorker()
  const rows = manyRows(2)
  for (let n = 0; n < 600; n++)
    fake.addSession(`s${n}`, rows, { title: `Session ${n}${n < 3 ? ' kite' : ''}`, timestamp: 1_700_000_000_000 - n })
  await openPage(fake, '#/session/s0')
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Select and tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'All sessions' })
  const chosen = dialog.getByRole('status', { name: 'Selected' })
  const done = dialog.getByRole('status', { name: 'Done' })
  await expect.element(chosen).toHaveTextContent('1 of 600 selected')
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  // the list draws its rows when it has been laid out
  await expect.element(box('Session 0 kite')).toBeVisible()
  expect(dialog.getByRole('checkbox').elements().length).toBeLessThan(80)

  // one stop of Tab; arrows move, Shift takes along
  expect(dialog.getByRole('group', { name: 'Sessions' }).element().querySelectorAll('[tabindex="0"]').length).toBe(1)
  ;(box('Session 0 kite').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await focusStays('Session 1 kite')
  await expect.element(chosen).toHaveTextContent('2 of 600 selected')
  await userEvent.keyboard('{ArrowDown}')
  await focusStays('Session 2 kite')
  await userEvent.keyboard(' ')
  await expect.element(chosen).toHaveTextContent('3 of 600 selected')

  await dialog.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('menuitem', { name: 'New tag…' }).click()
  await dialog.getByRole('textbox', { name: 'Name of the tag' }).fill('Toys')
  await userEvent.keyboard('{Enter}')
  await expect.element(done).toHaveTextContent('Tagged 3 sessions “Toys”.')
  expect(fake.preferences.tags).toEqual([{ name: 'Toys', sessions: ['s0', 's1', 's2'] }])
  await dialog.getByRole('button', { name: 'Toys' }).click()
  await expect.element(chosen).toHaveTextContent('3 of 3 selected')

  // what is refused is not said to be done, and stays chosen
  const notice = page.getByRole('status', { name: 'Notice' })
  fake.refuses.set('set-preferences', 'No room.')
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.element(notice).toHaveTextContent('No room.')
  await expect.element(chosen).toHaveTextContent('3 of 3 selected')
  expect(done.element().textContent).toBe('')
  fake.refuses.clear()
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.element(done).toHaveTextContent('Archived 3 sessions.')
  expect(fake.preferences.archived).toEqual(['s0', 's1', 's2'])
  await done.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => fake.preferences.archived).toEqual([])

  // what is chosen and not listed is left alone
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  await dialog.getByRole('searchbox', { name: 'Find by title' }).fill('SÈSSION 59')
  await expect.element(chosen).toHaveTextContent('16 sessions.')
  await expect.element(box('Session 59')).toBeVisible()
  ;(box('Session 59').element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(chosen).toHaveTextContent('16 of 16 selected')
  fake.refusal = 'Not now.'
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(notice).toHaveTextContent('16 couldn’t be deleted.')
  await expect.element(chosen).toHaveTextContent('16 of 16 selected')
  fake.refusal = null
  const before = fake.commands().length
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const told = (type: string) =>
    fake
      .commands()
      .slice(before)
      .filter(({ command }) => command.kind === 'input' && command.input.type === type).length
  await expect.element(notice).toHaveTextContent('Deleted 16 sessions.')
  expect(told('user-delete-session')).toBe(16)
  // the button that was pressed keeps the focus, and does nothing while nothing is chosen
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toHaveFocus()
  // the way back outlives the dialog
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.element(notice).toHaveTextContent('Restored.')
  expect(told('user-restore-session')).toBe(16)
  const tags = page.getByRole('group', { name: 'Tags' })
  await tags.getByRole('button', { name: 'Toys' }).click()
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await expect.poll(() => sessions.getByRole('link').elements().length).toBe(3)
  await tags.getByRole('button', { name: 'Toys' }).click()
  await expect.poll(() => sessions.getByRole('link').elements().length).toBeGreaterThan(5)
})

/** Four sessions, two of them pinned, and the dialog with some chosen. */
async function openChosen(...names: string[]) {
  const fake = makeFakeWorker()
  for (let n = 0; n < 4; n++)
    fake.addSession(`s${n}`, manyRows(2), { title: `Session ${n}`, timestamp: 1_700_000_000_000 - n })
  fake.preferences = { ...fake.preferences, pinned: ['s1', 's3'], tags: [{ name: 'Toys', sessions: ['s0'] }] }
  await openPage(fake, '#/session/s0')
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Select and tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'All sessions' })
  // the session whose menu it was is chosen already
  for (const name of ['Session 0', 'Session 1', 'Session 2', 'Session 3']) {
    const box = dialog.getByRole('checkbox', { name, exact: true })
    await expect.element(box).toBeVisible()
    if ((box.element() as HTMLInputElement).checked !== names.includes(name)) await box.click()
  }
  await expect
    .element(dialog.getByRole('status', { name: 'Selected' }))
    .toHaveTextContent(`${names.length} of 4 selected`)
  const done = dialog.getByRole('status', { name: 'Done' })
  return { fake, dialog, done, notice: page.getByRole('status', { name: 'Notice' }) }
}

it('the chosen are exported; what was archived is taken back when the dialog is gone', async () => {
  const { fake, dialog, done, notice } = await openChosen('Session 1', 'Session 2')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect.element(done).toHaveTextContent(/^Saved \d+ sessions?\.$/)
  expect(fake.requests('export')).toEqual([{ kind: 'export', sessionIds: ['s1', 's2'], settings: false }])
  // and what is not in the file is said here, too
  fake.exported = { notes: ['The bytes a are missing.'], missing: 1 }
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect.element(done).toHaveTextContent('1 file is missing from it')
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click()
  await expect.element(done).toHaveTextContent('Archived 2 sessions.')
  expect(fake.preferences).toMatchObject({ archived: ['s1', 's2'], pinned: ['s3'] })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).toHaveTextContent('Archived 2 sessions.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => fake.preferences).toMatchObject({ archived: [], pinned: ['s1', 's3'] })
})

it('a tag that was given is taken back when the dialog is gone, and nothing else with it', async () => {
  const { fake, dialog, done, notice } = await openChosen('Session 0', 'Session 1')
  await dialog.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('menuitem', { name: 'Add “Toys”' }).click()
  await expect.element(done).toHaveTextContent('Tagged 2 sessions “Toys”.')
  expect(fake.preferences.tags).toEqual([{ name: 'Toys', sessions: ['s0', 's1'] }])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).toHaveTextContent('Tagged 2 sessions “Toys”.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  // what had the tag before keeps it
  await expect.poll(() => fake.preferences.tags).toEqual([{ name: 'Toys', sessions: ['s0'] }])
})

it('in Safari the Escape that ends a composition dropped the name of a tag', async () => {
  const { fake, dialog } = await openChosen('Session 1')
  await dialog.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('menuitem', { name: 'New tag…' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name of the tag' })
  await name.fill('风筝')
  // as Safari says such a key
  const ends = new KeyboardEvent('keydown', { key: 'Escape', keyCode: 229, bubbles: true, cancelable: true })
  name.element().dispatchEvent(ends)
  await expect.element(name).toHaveValue('风筝')
  // else the browser may close the dialog with it
  expect(ends.defaultPrevented).toBe(true)
  await name.click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.preferences.tags).toContainEqual({ name: '风筝', sessions: ['s1'] })
})
