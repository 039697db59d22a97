import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { prose } from '../../../bench/pages/prose.ts'
import { answerRow, streamingHead, userRow } from '../../../support/fake-rows.ts'
import { makeFakeWorker } from '../../../support/fake-worker.ts'
import { openPage } from '../open-page.ts'

/** Its last words are those of the whole. */
const TEXT = `${prose(100_000, 99).slice(0, 50_000)}\n\`\`\`\n\nThese are the last words.`
const log = () => page.getByRole('log', { name: 'Conversation' })

/** Resolves when nothing in the conversation has changed for a second. */
async function untilAtRest(): Promise<void> {
  await expect.element(page.getByRole('article', { name: 'Assistant' }).first()).toBeInTheDocument()
  let changedAt = performance.now()
  const observer = new MutationObserver(() => {
    changedAt = performance.now()
  })
  observer.observe(log().element(), { subtree: true, childList: true, characterData: true, attributes: true })
  await expect.poll(() => performance.now() - changedAt, { timeout: 45_000, interval: 50 }).toBeGreaterThan(1000)
  observer.disconnect()
}

const isWhole = async (): Promise<void> => {
  await expect.element(page.getByText('These are the last words.', { exact: true })).toBeInViewport()
  expect(document.querySelectorAll('.markdown .plain').length, 'unformatted').toBe(0)
}

it('a long answer that comes all at once comes to rest: its row is not made anew again and again, each time from plain text', async () => {
  const fake = makeFakeWorker()
  const running = [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })]
  fake.addSession('one', running, streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answer).toBeInTheDocument()
  const row = answer.element()
  for (let at = 0; at < TEXT.length; at += 5000)
    fake.send({
      ...{ type: 'stream', sessionId: 'one', cut: 1, attempt: 0, start: 1, way: 'asked' },
      parts: [{ index: 0, kind: 'text', text: TEXT.slice(at, at + 5000), offset: at }],
    })
  fake.commit('one', { messages: [answerRow(1, TEXT)] })
  await untilAtRest()
  await isWhole()
  expect(answer.element()).toBe(row)
})

it('a session whose last answer is long is opened at its end and comes to rest', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, TEXT)])
  await openPage(fake, '#/session/one')
  await untilAtRest()
  await isWhole()
})

it('a long answer above the last rows comes to rest, too', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, TEXT), userRow(2, 'And?'), answerRow(3, 'Nothing.')])
  await openPage(fake, '#/session/one')
  await untilAtRest()
  await isWhole()
  await expect.element(page.getByText('Nothing.', { exact: true })).toBeInViewport()
})
