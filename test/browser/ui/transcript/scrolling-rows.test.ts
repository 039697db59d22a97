import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { prose } from '../../../bench/pages/prose.ts'
import { answerRow, userRow } from '../../../support/fake-rows.ts'
import { makeFakeWorker } from '../../../support/fake-worker.ts'
import { openPage } from '../open-page.ts'

it('what stands in the conversation can be clicked while it scrolls, as it does with every line that streams in', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, prose(20_000, 7))])
  await openPage(fake, '#/session/one')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect.element(page.getByRole('article', { name: 'Assistant' })).toBeInTheDocument()
  const scroller = log.element()
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(1000)
  const { left, top, width, height } = scroller.getBoundingClientRect()
  const inTheMiddle = (): boolean =>
    document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article') != null
  await expect.poll(inTheMiddle).toBe(true)
  // looked at in the very event: the list calls it scrolling for the next 150 ms, however busy the machine is
  const seen = new Promise<boolean>((resolve) => {
    scroller.addEventListener('scroll', () => queueMicrotask(() => resolve(inTheMiddle())), { once: true })
  })
  // by a hand: else what is still being laid out is taken back to its end
  scroller.dispatchEvent(new WheelEvent('wheel'))
  scroller.scrollTop -= 300
  expect(await seen).toBe(true)
})

it('what stands above the view is not taken out of the page when a line streams in below', async () => {
  const fake = makeFakeWorker()
  const rows = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? userRow(n, `Question ${n}`) : answerRow(n, 'Yes.')))
  fake.addSession('one', rows)
  await openPage(fake, '#/session/one')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect.element(page.getByRole('article', { name: 'Assistant' }).last()).toBeInTheDocument()
  const scroller = log.element()
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(1000)
  const scrollBy = (by: number): Promise<void> =>
    new Promise((resolve) => {
      scroller.addEventListener('scroll', () => requestAnimationFrame(() => resolve()), { once: true })
      // by a hand: what moves by itself while the conversation is being laid out is taken back to its end
      scroller.dispatchEvent(new WheelEvent('wheel'))
      scroller.scrollTop += by
    })
  const above = (): Element[] =>
    [...scroller.querySelectorAll('article')].filter(
      (row) => row.getBoundingClientRect().bottom < scroller.getBoundingClientRect().top,
    )
  await scrollBy(-600)
  // while it scrolls, the list says so in its style
  await expect.poll(() => scroller.querySelector('[style*="pointer-events"]')).toBeNull()
  // the nearest: the farthest may be where what is kept ends, and leaves with any move
  const there = above().slice(-2)
  expect(there).toHaveLength(2)
  await scrollBy(20)
  expect(there.filter((row) => !row.isConnected)).toEqual([])
})
