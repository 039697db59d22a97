import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DEMO_TASK } from '../../../src/settings/demo-task.ts'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })

it('the demo opens a session with the suggested task in the composer, and Send starts it', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect.element(box()).toHaveValue(DEMO_TASK)
  expect(fake.commands()[0]?.command).toMatchObject({ kind: 'create-session', providerId: 'demo', model: 'demo' })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent(DEMO_TASK)
  await expect.element(box()).toHaveValue('')
})

it('a session that does not exist says so and leads back', async () => {
  await openPage(makeFakeWorker(), '#/session/nowhere')
  await expect.element(page.getByText('There is no such session')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
})

it('safe mode tells the worker to run nothing and says so', async () => {
  const fake = makeFakeWorker('none')
  await openPage(fake, '#/safe')
  await expect.element(page.getByText('Safe mode: nothing is running')).toBeVisible()
  expect(fake.heard[0]).toMatchObject({ type: 'hello', safe: true })
})

it('a deleted session goes out of the list and comes back with Undo', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openPage(fake)
  const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'First one' })
  await expect.element(link).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(link).not.toBeInTheDocument()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.element(link).toBeVisible()
  expect(fake.commands().map(({ command }) => command.kind === 'input' && command.input.type)).toEqual([
    'user-delete-session',
    'user-restore-session',
  ])
})

it('a session is renamed in place', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [], { title: 'First one' })
  await openPage(fake)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Session name' })
  await name.fill('Better name')
  ;(name.element() as HTMLInputElement).blur()
  await expect.element(page.getByRole('link', { name: 'Better name' })).toBeVisible()
})

it('a storage that cannot be used is a screen of its own: what is safe and what to do', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  fake.fault({ kind: 'newer-data', message: 'Newer data.', safe: 'All of it.', advice: 'Reload.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('All of it.')
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

it('a message that breaks the protocol is a visible fault, never silence', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  fake.sendRaw({ type: 'delta', sessionId: 3 })
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be read')
})

it('a new version waits for the word of the person', async () => {
  const opened = await openPage(makeFakeWorker())
  let applied = 0
  opened.offerUpdate(() => {
    applied++
  })
  const status = page.getByRole('status', { name: 'New version' })
  await expect.element(status).toBeVisible()
  expect(applied).toBe(0)
  await status.getByRole('button', { name: 'Reload' }).click()
  expect(applied).toBe(1)
})

it('with a provider, the start page begins a session first; it names no side that a small screen does not have', async () => {
  const fake = makeFakeWorker()
  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: [], createdAt: 1, hasKey: true }]
  fake.addSession('one', [userRow(0, 'Hello')])
  await openPage(fake)
  await expect.element(page.getByText('Or choose one of your sessions.')).toBeVisible()
  expect(page.getByText('at the side').elements()).toEqual([])
  const start = page.getByRole('button', { name: 'Start a session' })
  await expect.element(start).toHaveClass('primary')
  await expect.element(page.getByRole('button', { name: 'Add provider' })).not.toHaveClass('primary')
  await start.click()
  expect(fake.commands()[0]?.command).toMatchObject({ kind: 'create-session', providerId: 'p', model: 'm' })
})
