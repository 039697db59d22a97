import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const NOT_RUNNING = 'Not running (safe mode)'
const link = (name: string) => page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name })
const banner = page.getByRole('status', { name: 'Safe mode' })
const statusLine = page.getByRole('status', { name: 'Status' })

function withRuns(): FakeWorker {
  const fake = makeFakeWorker()
  const rows = [userRow(0, 'Begin'), answerRow(1, '', { status: 'streaming', settledAt: null })]
  fake.addSession('one', rows, { title: 'First run', ...streamingHead(1, 1) })
  fake.addSession('two', rows, { title: 'Second run', ...streamingHead(1, 1) })
  return fake
}
const hellos = (fake: FakeWorker) => fake.heard.flatMap((message) => (message.type === 'hello' ? [message.safe] : []))
const moving = () => document.querySelectorAll('.busy-dot, .typing, [data-tone=busy]').length

it('a click on a session in safe mode started its work: safe mode stays until it is left, which keeps the session', async () => {
  const fake = withRuns()
  await openPage(fake, '#/safe')
  await expect.element(banner).toHaveTextContent('Safe mode: nothing is running')
  for (const title of ['First run', 'Second run']) {
    await expect.element(link(title)).toHaveTextContent(NOT_RUNNING)
    await link(title).click()
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(banner).toBeVisible()
    await expect.element(statusLine).toHaveTextContent(NOT_RUNNING)
  }
  await expect.element(page.getByRole('article', { name: 'Assistant' })).toBeInTheDocument()
  await expect.poll(moving).toBe(0)
  expect([location.hash, hellos(fake)]).toEqual(['#/safe/session/two', [true]])

  await page.getByRole('link', { name: 'Reflexor home' }).click()
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  expect([location.hash, hellos(fake)]).toEqual(['#/safe/', [true]])

  await link('First run').click()
  await page.getByRole('button', { name: 'Leave safe mode' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(statusLine).toHaveTextContent('Thinking')
  await expect.element(page.getByRole('heading', { level: 1, name: 'First run' })).toBeVisible()
  expect([location.hash, hellos(fake)]).toEqual(['#/session/one', [true, false]])
})

it('a tab whose writer is in safe mode in another tab showed moving dots: it says that nothing runs, and why', async () => {
  const fake = withRuns()
  await openPage(fake, '#/session/one')
  await expect.element(statusLine).toHaveTextContent('Thinking')
  await expect.poll(moving).toBeGreaterThan(0)
  fake.send({ type: 'writer-changed', role: 'follower', epoch: 2, safe: true })
  await expect.element(banner).toHaveTextContent('Safe mode in another tab: nothing is running')
  await expect.element(statusLine).toHaveTextContent(NOT_RUNNING)
  await expect.element(link('Second run')).toHaveTextContent(NOT_RUNNING)
  await expect.poll(moving).toBe(0)
  fake.send({ type: 'writer-changed', role: 'writer', epoch: 3 })
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(statusLine).toHaveTextContent('Thinking')
})

it('safe mode does not say that nothing runs while another tab runs the sessions', async () => {
  const fake = withRuns()
  await openPage(fake, '#/safe')
  fake.send({ type: 'writer-changed', role: 'follower', epoch: 2 })
  await expect.element(banner).toHaveTextContent('Safe mode, but another tab runs the sessions')
})
