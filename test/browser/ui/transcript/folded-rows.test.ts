import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, callOf, userRow } from '../../../support/fake-rows.ts'
import { makeFakeWorker } from '../../../support/fake-worker.ts'
import { openPage } from '../open-page.ts'

const step = (n: number) => {
  const result = { kind: 'ok' as const, content: [], terminate: false, timestamp: 1 }
  return answerRow(n, '', { calls: [callOf(`call-${n}`, { result })], endedAt: 1_700_000_000_000 + n })
}
const openRun = async (steps: number) => {
  const fake = makeFakeWorker()
  const rows = Array.from({ length: steps }, (_, k) => step(k + 1))
  const end = answerRow(steps + 1, 'All done.', { timestamp: 1_700_000_012_000 })
  fake.addSession('one', [userRow(0, 'Go'), ...rows, end])
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('All done.')).toBeVisible()
  return fake
}
const cards = page.getByRole('group', { name: 'Tool call: write_file' })

it('twenty steps of one run are one quiet line, which opens to their cards and closes again', async () => {
  await openRun(20)
  const line = page.getByRole('button', { name: 'Wrote 20 files · 12 s' })
  await expect.element(line).toBeVisible()
  expect(cards.elements()).toHaveLength(0)
  await expect.element(page.getByText('Go', { exact: true })).toBeInViewport()
  await line.click()
  await expect.poll(() => cards.elements().length).toBeGreaterThan(5)
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
  await line.click()
  await expect.poll(() => cards.elements()).toHaveLength(0)
})

it('a card that one reads stays open when more of the run comes behind it', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), step(1), step(2), step(3)])
  await openPage(fake, '#/session/one')
  await expect.poll(() => cards.elements().length).toBe(3)
  await cards.nth(1).getByText('notes.md').first().click()
  const isOpen = () => cards.nth(1).element().querySelector('details')?.open
  await expect.poll(isOpen).toBe(true)
  fake.commit('one', { messages: [step(4)] })
  await expect.poll(() => cards.elements().length).toBe(4)
  expect(isOpen()).toBe(true)
})
