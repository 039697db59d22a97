import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, callOf, streamingHead, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const announced = page.getByRole('status', { name: 'Announcements' })
const statusLine = page.getByRole('status', { name: 'Status' })

/** A session whose answer is being written, and every text that a screen reader would say. */
async function opened(): Promise<{ fake: FakeWorker; said: string[] }> {
  const fake = makeFakeWorker()
  const asked = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), asked], streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(announced).toBeInTheDocument()
  await expect.element(statusLine).toHaveTextContent('Thinking')
  const said: string[] = []
  new MutationObserver(() => {
    const words = announced.element().textContent
    if (words !== '') said.push(words)
  }).observe(announced.element(), { childList: true, characterData: true, subtree: true })
  return { fake, said }
}
const rest = { live: [], unsettled: [] }

it('a screen reader heard each state of a run and not its answer: it hears "Answer finished" with the first sentence, once', async () => {
  const { fake, said } = await opened()
  fake.commit('one', { head: { live: [{ n: 1, cut: 1, attempt: 0, starts: 1, status: 'waiting', retryAt: 9e12 }] } })
  await expect.element(statusLine).toHaveTextContent('Retrying')
  fake.commit('one', { head: streamingHead(1, 1) })
  await expect.element(statusLine).toHaveTextContent('Thinking')
  const text = '## The **nine** herons of v1.5 came back. They stayed.'
  fake.commit('one', { head: rest, messages: [answerRow(1, text)] })
  await expect.element(announced).toHaveTextContent('Answer finished. The nine herons of v1.5 came back.')
  expect(said).toEqual(['Answer finished. The nine herons of v1.5 came back.'])
  // the states are there to be read, and nothing else in the page says them by itself
  expect(statusLine.element().getAttribute('aria-live')).toBe('off')

  // the same words again are heard again
  fake.commit('one', {
    head: { ...streamingHead(3, 3), count: 4 },
    messages: [userRow(2, 'More'), answerRow(3, '', { status: 'streaming', settledAt: null })],
  })
  await expect.element(announced).toHaveTextContent(/^$/)
  fake.commit('one', { head: rest, messages: [answerRow(3, text)] })
  await expect.poll(() => said.length).toBe(2)
})

it('what needs the person is heard in words, each call once; a failure is heard with its reason', async () => {
  const { fake, said } = await opened()
  const first = callOf('1.0.0', { name: 'open_page', status: 'pending', grant: 'origin:https://example.org' })
  const second = callOf('1.0.1', { name: 'send_mail', args: '{"to":"ann"}', status: 'pending' })
  const commitCalls = (...calls: (typeof first)[]): void => {
    const row = answerRow(1, '', { calls, settledAt: null })
    fake.commit('one', { head: { ...rest, ...unsettledHead(1, 1, calls) }, messages: [row] })
  }
  commitCalls(first, second)
  const approvals = 'Needs approval: Open pages on example.org Needs approval: send_mail {"to":"ann"}'
  await expect.element(announced).toHaveTextContent(approvals)
  commitCalls({ ...first, status: 'closed' }, second)
  await expect.element(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  expect(said).toEqual([approvals])

  const failure = { kind: 'network', message: 'No response from example.org.' } as const
  fake.commit('one', {
    head: { ...rest, hold: { kind: 'failed', failure } },
    messages: [answerRow(1, '', { status: 'failed', failure })],
  })
  await expect.poll(() => said).toEqual([approvals, 'Failed: No response from example.org'])
})

it('two controls of the composer were called "Attach files": the file field behind the button is no control of its own', async () => {
  await opened()
  await expect.element(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Attach files' }).elements()).toHaveLength(1)
})
