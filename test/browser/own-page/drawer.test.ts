import { afterAll, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from '../ui/open-page.ts'

// as in Safari, where a drawer listens for Escape itself
const { closeWatcher } = vi.hoisted(() => {
  const closeWatcher = Object.getOwnPropertyDescriptor(window, 'CloseWatcher')
  Reflect.deleteProperty(window, 'CloseWatcher')
  return { closeWatcher }
})
afterAll(() => {
  if (closeWatcher) Object.defineProperty(window, 'CloseWatcher', closeWatcher)
})

const sessions = page.getByRole('navigation', { name: 'Sessions' })

it('in Safari the Escape that ends a composition closed the drawer, and gave a session half a name', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2), { title: 'Kites' })
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  await sessions.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Session name' })
  await name.fill('feng')
  const press = (keyCode: number): boolean =>
    name
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', keyCode, bubbles: true, cancelable: true }))
  press(229)
  await expect.element(sessions).toBeVisible()
  await expect.element(name).toHaveFocus()
  // its own Escape ends the renaming alone, the next one closes the drawer
  press(27)
  await expect.poll(() => name.query()).toBe(null)
  await expect.element(sessions).toBeVisible()
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.poll(() => sessions.query()).toBe(null)
  expect(fake.commands().filter(({ command }) => command.kind === 'input')).toEqual([])
})

it('in Firefox and Safari the Escape that closed a dialog closed the drawer under it, too', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await userEvent.keyboard('{Control>}{Shift>}s{/Shift}{/Control}')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(settings).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(settings).not.toBeInTheDocument()
  // a drawer that closes is in sight for a moment
  const isOpen = () => sessions.element().closest<HTMLElement>('.drawer')?.dataset['open']
  expect(isOpen()).toBe('true')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => sessions.query()).toBe(null)
})
