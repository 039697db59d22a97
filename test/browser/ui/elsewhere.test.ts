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
  fake.acknowledges = false
  await place.getByRole('button', { name: 'Continue here' }).click()
  await expect.element(place.getByRole('button', { name: 'Taking over…' })).toBeDisabled()
  expect(fake.commands().map(({ command }) => command)).toContainEqual({ kind: 'take-session', sessionId: 's' })

  tell(here)
  await expect.element(place).not.toBeInTheDocument()
})
