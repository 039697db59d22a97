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
  scroller.scrollTop -= 300
  expect(await seen).toBe(true)
})
