import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { faultOf } from '../../../src/storage/fault.ts'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const banner = page.getByRole('alert')
const statusLine = page.getByRole('status', { name: 'Status' })
const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'Picnic' })

it('a reload on a full disk took the whole page away: sessions can be read and exported, and it says what waits', async () => {
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Plan a picnic'), answerRow(1, '', { status: 'streaming', settledAt: null })]
  fake.addSession('one', rows, { title: 'Picnic', ...streamingHead(1, 1) })
  await openPage(fake, '#/session/one')
  await expect.element(statusLine).toHaveTextContent('Thinking')

  fake.send({ type: 'writer-changed', role: 'none', epoch: 0, fault: faultOf('quota') })
  await expect
    .element(banner)
    .toHaveTextContent(/Cannot save: .*storage is full.*read and export everything.*queued.*Deleting sessions/)
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Plan a picnic')
  for (const place of [statusLine, link]) await expect.element(place).toHaveTextContent('Not running')
  await expect.element(page.getByText('safe mode')).not.toBeInTheDocument()
  expect(document.querySelectorAll('.busy-dot, .typing, [data-tone=busy]')).toHaveLength(0)

  await banner.getByRole('button', { name: 'Export everything' }).click()
  await expect.poll(() => fake.requests('export')).toHaveLength(1)
  await banner.getByRole('button', { name: 'Save again' }).click()
  await expect.poll(() => fake.requests('retry-commit')).toHaveLength(1)

  fake.send({ type: 'writer-changed', role: 'writer', epoch: 3 })
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(statusLine).toHaveTextContent('Thinking')
})

it('it is said once, and not that deleting sessions would help', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Plan a picnic')], { title: 'Picnic' })
  fake.health = { ...fake.health, level: 'nearly-full' }
  await openPage(fake, '#/session/one')
  await expect.element(banner).toHaveTextContent('delete old sessions')
  fake.send({ type: 'writer-changed', role: 'follower', epoch: 2, fault: faultOf('aborted') })
  await expect.element(banner).toHaveTextContent(/^Cannot save: The browser couldn’t finish saving\..*Try again\./)
})
