import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { clockTime } from '../../../src/ui/base/kit/clock-time.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const DAYS = 3 * 86_400_000

it('a wait of seconds that a device has set whose clock is days ahead is counted down in seconds', async () => {
  const fake = makeFakeWorker()
  const there = Date.now() + DAYS
  const failure = { kind: 'overloaded' as const, message: 'The provider is overloaded.' }
  const wait = { status: 'waiting' as const, retryAt: there + 60_000 }
  const answer = answerRow(1, 'Half', { ...wait, settledAt: null, failure, timestamp: there - 20_000 })
  const live = [{ n: 1, cut: 1, attempt: 0, starts: 1, ...wait }]
  fake.addSession('s', [userRow(0, 'Count'), answer], { timestamp: there, live })
  await openPage(fake, '#/session/s')
  const status = page.getByRole('status', { name: 'Status' })
  await expect.element(status).toHaveTextContent(/^Retrying in (60|5\d) s$/)
  const answered = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answered).toHaveTextContent(/Half.*Retrying in (60|5\d) s\./)
  await expect.element(answered).toHaveTextContent(/Half.*Retrying in 5[0-8] s\./)
  // something is said here meanwhile, by this clock: the wait is what it was
  fake.commit('s', { head: { timestamp: Date.now(), title: 'Counting' } })
  await expect.element(page.getByRole('heading', { name: 'Counting' })).toBeVisible()
  await expect.element(answered).toHaveTextContent(/Half.*Retrying in [45]\d s\./)
})

it('a wait until an hour from now is said in the time of the device that shows it', async () => {
  const fake = makeFakeWorker()
  const there = Date.now() + DAYS
  const calls = [callOf('1.0.0', { name: 'wait', status: 'waiting', until: there + 3_600_000 })]
  const answer = answerRow(1, '', { calls, settledAt: null })
  fake.addSession('s', [userRow(0, 'Wait'), answer], { timestamp: there, ...unsettledHead(1, 1, calls) })
  await openPage(fake, '#/session/s')
  // the minute may change in between
  const soon = [0, 60_000].map((more) => clockTime(Date.now() + 3_600_000 + more, Date.now()))
  const words = new RegExp(`Waiting until (${soon.join('|')})`)
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent(words)
  const card = page.getByRole('group', { name: 'Tool call: wait' })
  await expect.element(card).toHaveTextContent(words)
  await expect.element(card.getByText('You can close the page.')).toHaveTextContent(words)
})
