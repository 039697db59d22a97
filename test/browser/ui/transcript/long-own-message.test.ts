import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, userRow } from '../../../support/fake-rows.ts'
import { makeFakeWorker } from '../../../support/fake-worker.ts'
import { openPage } from '../open-page.ts'

const LOG = Array.from({ length: 400 }, (_, n) => `2026-11-25 10:00 step ${n} of the build`).join('\n')

async function open(): Promise<void> {
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, `Why does it fail?\n${LOG}\nit was the needle`),
    answerRow(1, 'Because of the last step.'),
  ])
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Because of the last step.')).toBeVisible()
}
const own = () => page.getByRole('article', { name: 'You' })
const height = (): number => own().element().getBoundingClientRect().height

it('a log of 400 lines that was pasted pushed everything else screens away: its beginning is shown, and all of it when asked for', async () => {
  await open()
  expect(height()).toBeLessThan(500)
  await expect.element(page.getByText('Why does it fail?')).toBeInViewport()
  await expect.element(page.getByText('Because of the last step.')).toBeInViewport()
  await userEvent.click(own().getByRole('button', { name: 'Show all' }))
  await expect.poll(height).toBeGreaterThan(5000)
  // the message stays where it was: its beginning is what one reads on from
  await expect.element(own().getByRole('button', { name: 'Show less' })).toHaveFocus()
  await expect.element(page.getByText('Why does it fail?')).toBeInViewport()
  await userEvent.click(own().getByRole('button', { name: 'Show less' }))
  await expect.poll(height).toBeLessThan(500)
  await expect.element(own().getByRole('button', { name: 'Show all' })).toBeInViewport()
})

it('what is found in the part of a long message that is not shown is shown', async () => {
  await open()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(page.getByRole('search').getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('the needle')
  const seen = (): boolean => {
    const [range] = [...(CSS.highlights.get('found-now') ?? [])] as Range[]
    const view = page.getByRole('log', { name: 'Conversation' }).element().getBoundingClientRect()
    const place = range?.getBoundingClientRect()
    return place !== undefined && place.top >= view.top && place.bottom <= view.bottom
  }
  await expect.poll(seen).toBe(true)
  await expect.element(own().getByRole('button', { name: 'Show less' })).toBeInTheDocument()
})

it('a message of a usual length has no such button', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'One line\n'.repeat(20)), answerRow(1, 'Yes.')])
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Yes.')).toBeVisible()
  await expect.element(own().getByRole('button', { name: 'Show all' })).not.toBeInTheDocument()
})
