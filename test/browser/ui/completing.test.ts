import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SETTINGS } from '../../../src/ui/settings/settings-index.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { focusAfter, standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })
const options = () =>
  // the controls of the composer have options, too
  page
    .getByRole('listbox')
    .getByRole('option')
    .elements()
    .map((option) => option.textContent?.trim())

it('prompts are written in the settings, put into a message by "/", and asked for what they leave blank; "@" names files, the arrows earlier messages', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', [userRow(0, 'First question'), answerRow(1, 'Yes'), userRow(2, 'Second one')])
  session.files = ['notes/my plan.md', 'notes/\u202Egnp.md', 'b.txt'].map((path) => ({
    ...{ path, blob: 'a'.repeat(64), size: 3, mediaType: 'text/plain', seq: 1, timestamp: 1 },
  }))
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Prompts' }).click()
  await page.getByRole('button', { name: 'New prompt' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Give it a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Translate')
  await page.getByRole('textbox', { name: 'Text' }).fill('Translate into {{language}}:')
  // what cannot be saved stays in the form
  fake.refuses.set('set-preferences', 'There is no room.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('There is no room.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Translate into {{language}}:')
  fake.refuses.delete('set-preferences')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // the form goes, and the focus with it to what was written
  await expect.element(page.getByRole('button', { name: 'Edit Translate' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Edit Translate' })).toHaveFocus()
  await page.getByRole('button', { name: 'Delete Translate' }).click()
  await expect.element(page.getByRole('button', { name: 'New prompt' })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByRole('button', { name: 'Edit Translate' })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  // it gives the focus back when it is gone
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await box().click()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('option', { name: /^Translate/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('settings')
  const areSettings = (): boolean => options().length > 1 && options().every((text) => text?.startsWith('Settings'))
  await expect.poll(areSettings).toBe(true)
  // what is pointed at is what Enter takes
  await userEvent.keyboard('{ArrowDown}')
  const active = () => document.getElementById(box().element().getAttribute('aria-activedescendant') ?? '')
  await expect.poll(() => active()?.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => options()).toEqual([])
  // what was closed stays closed, and is sent as it stands, not taken for something
  await userEvent.keyboard('x')
  await expect.element(box()).toHaveValue('/settingsx')
  expect(options()).toEqual([])
  await box().fill('')
  await userEvent.keyboard('/tra')
  await expect.element(page.getByRole('option', { name: /^Translate/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('textbox', { name: 'language' }).fill('Latin')
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveValue('Translate into Latin:')
  // a text of several lines is what one translates
  await box().fill('')
  await userEvent.keyboard('/tra{Enter}')
  await page.getByRole('textbox', { name: 'language' }).fill('Latin, line by line\none')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}two{Enter}')
  await expect.element(box()).toHaveValue('Translate into Latin, line by line\none\ntwo:')

  await box().fill('')
  await userEvent.keyboard('see @pl')
  await expect.poll(() => options()).toEqual(['notes/my plan.md'])
  await userEvent.keyboard('{Tab} please')
  await expect.element(box()).toHaveValue('see @"notes/my plan.md"  please')
  await box().fill('')
  await userEvent.keyboard('@')
  await expect.poll(() => options()).toHaveLength(3)
  // a name that turns round what stands beside it does not
  expect(options().some((text) => text?.includes('\u202E'))).toBe(false)
  await userEvent.keyboard('{Escape}{Backspace}')

  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box()).toHaveValue('Second one')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box()).toHaveValue('First question')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(box()).toHaveValue('')
  expect(fake.commands()).toEqual([])
})

it('every setting is found by its words, and the focus goes to it', async () => {
  const fake = makeFakeWorker()
  fake.tools = [{ name: 'write_file', label: 'Write file', description: 'Writes', repeat: 'pure', approval: 'ask' }]
  fake.addSession('one', [])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Find a setting' })
  const panel = () => document.getElementById('settings-panel')
  for (const { label, tab, shown } of SETTINGS) {
    if (shown === 'sometimes') continue
    await search.fill(label)
    await expect.element(page.getByRole('list', { name: 'Settings found' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => panel()?.querySelector('.found-place')?.textContent ?? '', { message: label }).not.toBe('')
    await expect.poll(() => panel()?.contains(document.activeElement), { message: label }).toBe(true)
    expect(document.activeElement, label).not.toBe(panel())
    panel()?.querySelector('.found-place')?.classList.remove('found-place')
  }
  await search.fill('dark mode')
  await expect.element(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await search.fill('xyzzy')
  await expect.element(page.getByRole('status', { name: 'Found' })).toHaveTextContent('No settings found.')
})

it('the list of sessions is one stop of Tab: arrows, Home and End move in it, Right and Left to the actions and back', async () => {
  const fake = makeFakeWorker()
  for (let n = 0; n < 60; n++) fake.addSession(`s${n}`, [userRow(0, 'Go')], { title: `Session ${n}` })
  await openPage(fake, '#/session/s5')
  const list = page.getByRole('navigation', { name: 'Sessions' })
  await expect.element(list.getByRole('link').first()).toBeVisible()
  const stops = (): string[] =>
    [...list.element().querySelectorAll<HTMLElement>('a, button')]
      .filter((element) => element.tabIndex === 0)
      .map((element) => element.querySelector('.session-title')?.textContent ?? element.textContent ?? '')
  await expect.poll(stops).toEqual(['Session 5'])
  const focused = (): string =>
    document.activeElement?.querySelector('.session-title')?.textContent ?? document.activeElement?.ariaLabel ?? ''
  const open = list.getByRole('link', { name: 'Session 5', exact: true })
  await standsStill(open)
  ;(open.element() as HTMLElement).focus()
  expect(await focusAfter('', focused)).toBe('Session 5')
  await userEvent.keyboard('{Home}')
  const first = await focusAfter('Session 5', focused)
  await userEvent.keyboard('{End}')
  const last = await focusAfter(first, focused)
  await userEvent.keyboard('{ArrowUp}')
  const before = await focusAfter(last, focused)
  // the code of the actions comes late
  await expect.element(list.getByRole('button', { name: 'Actions' }).last()).toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focused).toBe('Actions')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(focused).toBe(before)
  await expect.poll(stops).toEqual([before])
})

it('after a name was put into a message Ctrl+Z did nothing any more: it takes back what was typed, then the name', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', [userRow(0, 'First question'), answerRow(1, 'Yes')])
  session.files = [{ path: 'plan.md', blob: 'a'.repeat(64), size: 3, mediaType: 'text/plain', seq: 1, timestamp: 1 }]
  await openPage(fake, '#/session/one')
  await box().click()
  await userEvent.keyboard('Look at @pl')
  await expect.element(page.getByRole('option', { name: 'plan.md' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveValue('Look at @plan.md ')
  await userEvent.keyboard('and go on')
  await expect.element(box()).toHaveValue('Look at @plan.md and go on')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box()).toHaveValue('Look at @plan.md ')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box()).toHaveValue('Look at @pl')
  await box().fill('')
  // an earlier message that was brought back goes the same way
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box()).toHaveValue('First question')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box()).toHaveValue('')
})

it('who corrected an empty prompt was thrown out of its box after the first letter; a saved one lost the focus when the worker told of it', async () => {
  const fake = makeFakeWorker()
  await openPage(fake, '')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Prompts' }).click()
  await page.getByRole('button', { name: 'New prompt' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Translate')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Enter the text of the prompt.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).click()
  await userEvent.keyboard('Into {{{{language}}:')
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Into {{language}}:')
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const edit = page.getByRole('button', { name: 'Edit Translate' })
  await expect.element(edit).toHaveFocus()
  fake.preferences = structuredClone(fake.preferences)
  const asked = fake.heard.length
  fake.send({ type: 'settings-changed' })
  await expect.poll(() => fake.heard.length).toBeGreaterThan(asked)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(edit).toHaveFocus()
})

it('the boxes for what a prompt leaves blank could not be seen: they had no edge', async () => {
  const fake = makeFakeWorker()
  const text = 'Into {{language}}: {{text}}'
  fake.preferences = { ...fake.preferences, prompts: [{ id: 'one', name: 'Translate', text }] }
  fake.addSession('one', [userRow(0, 'First question')])
  await openPage(fake, '#/session/one')
  await box().click()
  await userEvent.keyboard('/trans')
  await expect.element(page.getByRole('option', { name: /^Translate/ })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  const blank = page.getByRole('textbox', { name: 'text' })
  await expect.element(page.getByRole('textbox', { name: 'language' })).toHaveFocus()
  const { borderTopWidth, minHeight } = getComputedStyle(blank.element())
  expect([borderTopWidth, minHeight]).toEqual(['1px', '36px'])
  await userEvent.keyboard('{Escape}')
})
