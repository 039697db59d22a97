import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const provider = {
  id: 'p',
  kind: 'openai-compatible' as const,
  label: 'localhost',
  baseUrl: 'http://localhost:1/v1',
  model: 'm',
  models: [],
  createdAt: 1,
  hasKey: false,
}

function working(): FakeWorker {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })], {
    ...streamingHead(1, 1),
    title: 'A long task',
  })
  return fake
}

it('opened at its root, the page shows "Welcome" while a task runs: it shows where the person was', async () => {
  const first = await openPage(working(), '#/session/one')
  await expect.element(heading('A long task')).toBeVisible()
  first.dispose()
  const second = await openPage(working(), location.pathname, true)
  await expect.element(heading('A long task')).toBeVisible()
  // the start page, when it is asked for, and the next opening after it
  await page.getByRole('link', { name: 'Reflexor home' }).click()
  await expect.element(heading('Welcome to Reflexor')).toBeVisible()
  second.dispose()
  await openPage(working(), location.pathname, true)
  await expect.element(heading('Welcome to Reflexor')).toBeVisible()
})

it('hidden files come back at a reload: they stay hidden', async () => {
  const withFile = () => {
    const fake = working()
    const file = { path: 'a.md', blob: 'a'.repeat(64), size: 1, mediaType: '', seq: 1, timestamp: 1 }
    fake.sessions.get('one')?.files.push(file)
    return fake
  }
  const first = await openPage(withFile(), '#/session/one')
  await button('Close files').click()
  first.dispose()
  const second = await openPage(withFile(), '#/session/one', true)
  await expect.element(heading('A long task')).toBeVisible()
  await expect.element(heading('Files')).not.toBeInTheDocument()
  await button('Show files').click()
  second.dispose()
  await openPage(withFile(), '#/session/one', true)
  await expect.element(heading('Files')).toBeVisible()
})

it('each click on "New session" makes another empty row: it leads to the box that begins one, and makes none', async () => {
  const fake = working()
  fake.providers = [provider]
  await openPage(fake, '#/session/one')
  await expect.element(heading('A long task')).toBeVisible()
  await button('New session').click()
  await expect.element(heading('What can I help with?')).toBeVisible()
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Message')
  await button('New session').click()
  expect(fake.commands()).toEqual([])
  // one that was begun otherwise, and never used, is not listed once it is left
  const item = { id: 'unused', title: 'New session', timestamp: 2, createdAt: 2, count: 0, deletedAt: null }
  fake.addSession('unused', [], { title: '' })
  fake.send({ type: 'sessions-changed', sessions: [{ ...item, status: 'idle', busy: false, untouched: true }] })
  const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'New session' })
  await expect.element(link).not.toBeInTheDocument()
  location.hash = '#/session/unused'
  await expect.element(link).toBeVisible()
})

it('the open row lies below the edge of the list: it is scrolled into view', async () => {
  const fake = makeFakeWorker()
  for (let n = 0; n < 60; n++) fake.addSession(`s${n}`, [userRow(0, 'Go')], { title: `Task ${n}`, timestamp: 1000 - n })
  await openPage(fake, '#/session/s55')
  await expect.element(heading('Task 55')).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Sessions' })
  await expect
    .poll(() => {
      const row = list.element().querySelector('[aria-current=page]')?.getBoundingClientRect()
      const frame = list.element().getBoundingClientRect()
      return row !== undefined && row.top >= frame.top && row.bottom <= frame.bottom + 1
    })
    .toBe(true)
})

it('after Stop the focus falls to the body, and a frozen writer leaves the person without a word', async () => {
  const fake = working()
  fake.acknowledges = false
  await openPage(fake, '#/session/one')
  await button('Stop').click()
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Message')
  await expect.element(page.getByText('Stopping: waiting for the tab that runs this session.')).toBeVisible()
})

it('a retry by itself shows a red error, "Interrupted" and a Retry button: it says calmly when it comes', async () => {
  const fake = makeFakeWorker()
  const retryAt = Date.now() + 60_000
  const failure = { kind: 'overloaded' as const, message: 'The provider is overloaded.' }
  const head = streamingHead(1, 1)
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, 'Half', { status: 'waiting', settledAt: null, retryAt, failure })],
    { ...head, live: (head.live ?? []).map((live) => ({ ...live, status: 'waiting' as const, retryAt })) },
  )
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answer).toHaveTextContent(/Half.*Retrying in (60|[1-5]\d) s\. The provider is overloaded\./)
  await expect.element(answer).not.toHaveTextContent('Interrupted')
  await expect.element(button('Retry')).not.toBeInTheDocument()
  expect(answer.element().querySelector('.bad')).toBeNull()
})

it('what finished or came to need the person meanwhile looks as before: it is marked, over a reload, until it is opened', async () => {
  const fake = working()
  fake.addSession('two', [userRow(0, 'Go')], { title: 'Another' })
  const item = { id: 'one', title: 'A long task', timestamp: 2, createdAt: 1, count: 2, deletedAt: null }
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name, exact: true })
  const first = await openPage(fake, '#/session/two')
  await expect.element(link('A long task')).toBeVisible()
  fake.send({ type: 'sessions-changed', sessions: [{ ...item, status: 'idle', busy: false }] })
  await expect.element(link('A long task New')).toBeVisible()
  // the open one is seen as it changes
  const own = { ...item, id: 'two', title: 'Another' }
  fake.send({ type: 'sessions-changed', sessions: [{ ...own, status: 'thinking', busy: true }] })
  fake.send({ type: 'sessions-changed', sessions: [{ ...own, status: 'waiting-for-you', busy: false }] })
  await expect.element(link('Another')).toHaveTextContent('Waiting for you')
  first.dispose()
  const second = await openPage(fake, '#/session/two', true)
  await expect.element(link('A long task New')).toBeVisible()
  await link('A long task New').click()
  await expect.element(heading('A long task')).toBeVisible()
  await expect.element(link('A long task')).toBeVisible()
  second.dispose()
  await openPage(fake, '#/session/two', true)
  await expect.element(link('A long task')).toBeVisible()
})

it('a run that was stopped stays "New session" in the header and the tab: renamed to by its first words, as in the list', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Go')], { title: '' })
  await openPage(fake, '#/session/one')
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await expect.element(sessions.getByRole('link', { name: 'New session' })).toBeVisible()
  await expect.element(heading('New session')).toBeVisible()
  const item = { id: 'one', title: 'Rivers of Asia', timestamp: 2, createdAt: 1, count: 2, deletedAt: null }
  fake.send({ type: 'sessions-changed', sessions: [{ ...item, status: 'stopped', busy: false }] })
  await expect.element(heading('Rivers of Asia')).toBeVisible()
  await expect.poll(() => document.title).toBe('Rivers of Asia · Reflexor')
})
