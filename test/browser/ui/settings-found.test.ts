import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_PREFERENCES } from '../../../src/settings/preferences.ts'
import { applyLooks } from '../../../src/ui/page/shell/theme.ts'
import { placeOf, SETTINGS, type Setting, TAB_LOADING } from '../../../src/ui/settings/settings-index.ts'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('a setting whose tab took longer than three seconds to load was not gone to: it is, when the tab is there', async () => {
  const panel = document.createElement('div')
  const loading = document.createElement('p')
  loading.className = TAB_LOADING
  panel.append(loading)
  document.body.append(panel)
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
    panel.remove()
  })
  const setting = SETTINGS.find(({ label }) => label === 'New persona') as Setting
  const found = placeOf(panel, setting)
  await vi.advanceTimersByTimeAsync(30_000)
  const button = document.createElement('button')
  button.textContent = 'New persona'
  panel.replaceChildren(button)
  await vi.advanceTimersByTimeAsync(100)
  expect(await found).toBe(button)
  // what a tab that is there does not show is waited for a little while only
  panel.replaceChildren()
  const missing = placeOf(panel, setting)
  await vi.advanceTimersByTimeAsync(3200)
  expect(await missing).toBe(null)
})

it('text size, chat width and the key that sends could not be chosen', async () => {
  // the document outlives the page
  onTestFinished(() => applyLooks(DEFAULT_PREFERENCES))
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')])
  await openPage(fake, '#/session/one')
  const root = document.documentElement
  const size = () => Number.parseFloat(getComputedStyle(root).fontSize)
  const usual = size()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Appearance' }).click()
  await page.getByRole('combobox', { name: 'Text size' }).selectOptions('Large')
  await expect.poll(size).toBe(usual * 1.125)
  await page.getByRole('combobox', { name: 'Chat width' }).selectOptions('Wide')
  await expect.poll(() => getComputedStyle(root).getPropertyValue('--column').trim()).toBe('64rem')
  await page.getByRole('combobox', { name: 'Key that sends' }).selectOptions('mod-enter')
  await expect
    .poll(() => fake.preferences)
    .toMatchObject({ sendKey: 'mod-enter', textSize: 'large', chatWidth: 'wide' })
  await page.getByRole('button', { name: 'Close' }).first().click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.click()
  await userEvent.keyboard('one{Enter}two')
  await expect.element(box).toHaveValue('one\ntwo')
  expect(fake.commands()).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => fake.commands().length).toBe(1)
})
