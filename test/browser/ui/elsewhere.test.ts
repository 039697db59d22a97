import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SessionItem } from '../../../src/protocol/common.ts'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('a session that another device has says where it is, and goes on here by one button', async () => {
  const fake = makeFakeWorker()
  fake.addSession('s', [userRow(0, 'Plan a trip')])
  await openPage(fake, '#/session/s')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const place = page.getByRole('region', { name: 'On another device' })
  await expect.element(place).not.toBeInTheDocument()

  const here: SessionItem = {
    ...{ id: 's', title: 'Trip', timestamp: 1, createdAt: 1, status: 'thinking', busy: true, count: 1 },
    deletedAt: null,
  }
  const tell = (item: SessionItem) => fake.send({ type: 'sessions-changed', sessions: [item] })
  tell({ ...here, elsewhere: { by: 'Laptop', seen: Date.now() - 12_000 } })
  await expect.element(place).toHaveTextContent(/On Laptop, seen \d+ s ago/)

  // handed over as a file it is not stopped: that would be waited for in vain
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to another device' }).click()
  const handing = page.getByRole('dialog', { name: 'Move to another device' })
  await expect.element(handing).toHaveTextContent('Another device is running this session and won’t be stopped')
  await handing.getByRole('button', { name: 'Save the file' }).click()
  await expect.element(handing).toHaveTextContent(/Saved .*\.reflexor/)
  await handing.getByRole('button', { name: 'Close' }).click()
  expect(fake.commands()).toEqual([])

  fake.acknowledges = false
  await place.getByRole('button', { name: 'Continue here' }).click()
  await expect.element(place.getByRole('button', { name: 'Taking over…' })).toBeDisabled()
  await expect
    .poll(() => fake.commands().map(({ command }) => command))
    .toContainEqual({ kind: 'take-session', sessionId: 's' })

  tell(here)
  await expect.element(place).not.toBeInTheDocument()

  // another device went on meanwhile, and this one has something of its own
  fake.addSession('shared', [userRow(0, 'Plan a trip')])
  fake.announceSessions()
  const apart = { by: 'Phone', session: 'shared', messages: 2, answers: 1, results: 0 }
  tell({ ...here, apart })
  const only = page.getByRole('region', { name: 'Only on this device' })
  await expect
    .element(only)
    .toHaveTextContent('Phone continued this session. Only this device has your last 2 messages and an answer.')
  // what says nothing of it leaves it as it is
  tell({ ...here, title: 'Trip (from this device)' })
  await expect.element(page.getByRole('link', { name: /Trip \(from this device\)/ })).toBeVisible()
  fake.acknowledges = true
  await only.getByRole('button', { name: 'Keep as a copy' }).click()
  const commands = () => fake.commands().map(({ command }) => command)
  await expect.poll(commands).toContainEqual({ kind: 'settle-apart', sessionId: 's', choice: 'keep' })
  tell({ ...here, apart: null })
  await expect.element(only).not.toBeInTheDocument()

  tell({ ...here, apart: { ...apart, messages: 0, answers: 0 } })
  await expect.element(only).toHaveTextContent('Only this device has the last steps of a run.')
  await expect.element(only.getByRole('button', { name: 'Send there' })).not.toBeInTheDocument()
  tell({ ...here, apart })
  fake.acknowledges = false
  await only.getByRole('button', { name: 'Send there' }).click()
  await expect.element(only.getByRole('button', { name: 'Sending there…' })).toBeDisabled()
  await expect.poll(commands).toContainEqual({ kind: 'settle-apart', sessionId: 's', choice: 'send' })
  // the copy is gone, which its own page hears before the list does: the page goes on where the session goes on
  fake.commit('s', { head: { deletedAt: 5 } })
  await expect.poll(() => location.hash).toBe('#/session/shared')
})

it('a session that no device has is said to go on nowhere, not on one of which nothing is known', async () => {
  const fake = makeFakeWorker()
  fake.addSession('s', [userRow(0, 'Plan a trip')])
  await openPage(fake, '#/session/s')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const item: SessionItem = {
    ...{ id: 's', title: 'Trip', timestamp: 1, createdAt: 1, status: 'idle', busy: false, count: 1 },
    ...{ deletedAt: null, elsewhere: { by: '', seen: null, free: true } },
  }
  fake.send({ type: 'sessions-changed', sessions: [item] })
  const banner = page.getByRole('region', { name: 'On another device' })
  await expect.element(banner).toHaveTextContent('Released. Any of your devices can pick it up.')
  await expect.element(banner.getByRole('button', { name: 'Continue here' })).toBeEnabled()
})

it('a storage in trouble is told of where one works, or only looks on, with a way to the settings, and no longer than it lasts', async () => {
  const fake = makeFakeWorker()
  fake.addSession('s', [userRow(0, 'Plan a trip')])
  await openPage(fake, '#/session/s')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const item: SessionItem = {
    ...{ id: 's', title: 'Trip', timestamp: 1, createdAt: 1, status: 'idle', busy: false, count: 1 },
    deletedAt: null,
  }
  const tell = (more: Partial<SessionItem>) => fake.send({ type: 'sessions-changed', sessions: [{ ...item, ...more }] })
  fake.devices.trouble = { message: 'The storage is full.', next: 'free-space', since: Date.now() - 60_000 }
  const banner = page.getByRole('region', { name: 'Your sync storage' })
  await expect.element(banner).not.toBeInTheDocument()
  tell({ trouble: true })
  await expect
    .element(banner)
    .toHaveTextContent('The storage is full. Until this is fixed, your other devices don’t get what happens here.')
  // what says nothing of it leaves it as it is; who follows is told as well
  tell({ title: 'A trip', elsewhere: { by: 'Laptop', seen: null } })
  await expect.element(page.getByRole('region', { name: 'On another device' })).toBeVisible()
  // nothing is done here that others could miss
  await expect
    .element(banner)
    .toHaveTextContent('The storage is full. Until this is fixed, this device doesn’t see what happens on your others.')
  await banner.getByRole('button', { name: 'Open Devices' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(settings.getByRole('tab', { name: 'Devices' })).toHaveAttribute('aria-selected', 'true')
  await settings.getByRole('button', { name: 'Close', exact: true }).first().click()
  tell({ trouble: false })
  await expect.element(banner).not.toBeInTheDocument()
  // nothing is asked of it any more, so that nothing fails: it was removed, or paused as unfit
  fake.devices.trouble = null
  fake.devices.storage = {
    ...{ engine: 'couchdb', engineName: 'CouchDB', fields: {}, url: 'https://couch.example.org/reflexor', vault: 'v' },
    ...{ connectedAt: 1, hasSecrets: true, paused: true },
    tested: { ok: false, message: 'Two devices could write over each other there.', at: 1 },
  }
  tell({ trouble: true })
  await expect
    .element(banner)
    .toHaveTextContent(
      'Two devices could write over each other there. Until this is fixed, your other devices don’t get what happens here',
    )
  tell({ trouble: false })
  await expect.element(banner).not.toBeInTheDocument()
  fake.devices.storage = { ...fake.devices.storage, paused: false, removed: true }
  tell({ trouble: true })
  await expect
    .element(banner)
    .toHaveTextContent('This device was removed from another one. What happens here stays here')
})
