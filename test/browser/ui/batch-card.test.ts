import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ToolCall } from '../../../src/agent/message.ts'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** Calls of one answer that wait for the person: one card, one decision, and each alone. */

const LONG = `https://accounts.google.com.${'a'.repeat(60)}.evil.example/${'path/'.repeat(40)}`
const pageAt = (n: number, url: string): ToolCall =>
  callOf(`1.0.${n}`, {
    ...{ name: 'fetch_page', status: 'pending', started: false, args: JSON.stringify({ url }) },
    grant: `origin:${new URL(url).origin}`,
  })
const URLS = ['https://a.example/one', 'https://b.example/two', LONG]
const PAGES = URLS.map((url, n) => pageAt(n, url))
const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const rows = (calls: ToolCall[]) => [userRow(0, 'Go'), answerRow(1, '', { calls, settledAt: null })]
async function openWith(calls: ToolCall[]): Promise<FakeWorker> {
  const fake = makeFakeWorker()
  fake.addSession('one', rows(calls), unsettledHead(1, 1, calls))
  await openPage(fake, '#/session/one')
  return fake
}
const card = (n: number) => page.getByRole('group', { name: `${n} calls need your approval` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  button(name).element().scrollIntoView({ block: 'center' })
  await standsStill(button(name))
  await expect.element(button(name)).toHaveAttribute('aria-disabled', 'false')
  await button(name).click()
}

it('three pages asked three questions one below the other: they are in one card with one approval', async () => {
  const fake = await openWith(PAGES)
  await expect.element(card(3)).toBeVisible()
  const listed = card(3).getByRole('group', { name: 'Tool call: fetch_page' })
  expect(listed.elements()).toHaveLength(3)
  // no call stands a second time outside it
  expect(page.getByRole('group', { name: 'Tool call: fetch_page' }).elements()).toHaveLength(3)
  await press('Approve all')
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      {
        ...{ type: 'user-decide-tool-call', toolCallId: '1.0.0', also: ['1.0.1', '1.0.2'] },
        ...{ decision: 'approve', scope: 'once' },
      },
    ])
})

it('each address is there in full, and wraps, in a narrow window, too', async () => {
  await openWith(PAGES)
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    await expect.poll(() => innerWidth).toBe(width)
    await expect.element(card(3)).toBeVisible()
    for (const url of URLS) expect(card(3).element().textContent).toContain(url)
    await expect.poll(() => document.documentElement.scrollWidth <= width).toBe(true)
    const { right } = card(3).element().getBoundingClientRect()
    for (const element of card(3).element().querySelectorAll('b, strong, pre, code'))
      expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(right)
  }
  // what counts of a host stands apart
  await expect.element(card(3).getByTitle('The registered domain').nth(2)).toHaveTextContent('evil.example')
})

it('all are denied with one reason, which the model reads', async () => {
  const fake = await openWith(PAGES)
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await reason.fill('  use the files ')
  await press('Deny all')
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ toolCallId: '1.0.0', also: ['1.0.1', '1.0.2'], decision: 'deny', reason: 'use the files' }])
})

it('one is decided alone; the card stays until the last is', async () => {
  const fake = await openWith(PAGES)
  const second = card(3)
    .getByRole('group', { name: 'Tool call: fetch_page' })
    .nth(1)
    .getByRole('button', { name: 'Deny' })
  await standsStill(second)
  await second.click()
  await expect.poll(() => inputs(fake)).toMatchObject([{ toolCallId: '1.0.1', decision: 'deny', scope: 'once' }])
  const closed = (call: ToolCall): ToolCall => ({ ...call, status: 'ready' })
  const decided = PAGES.map((call, n) => (n === 2 ? call : closed(call)))
  fake.commit('one', { head: unsettledHead(1, 1, decided), messages: rows(decided) })
  await expect.element(page.getByRole('group', { name: '1 call needs your approval' })).toBeVisible()
  await expect.poll(() => page.getByRole('group', { name: 'Tool call: fetch_page' }).elements()).toHaveLength(3)
  const all = PAGES.map(closed)
  fake.commit('one', { head: unsettledHead(1, 1, all), messages: rows(all) })
  await expect.element(button('Approve all')).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('group', { name: 'Tool call: fetch_page' }).elements()).toHaveLength(3)
})

it('arguments that are being edited are not approved with all', async () => {
  await openWith(PAGES)
  await card(3).getByRole('button', { name: 'Edit arguments' }).nth(1).click()
  await expect.element(button('Approve all')).toBeDisabled()
  await expect.element(card(3)).toHaveTextContent('decide that one by itself first')
  await card(3).getByRole('button', { name: 'Undo my edits' }).click()
  await expect.element(button('Approve all')).toBeEnabled()
})

it('a single call has no card around it, and its own reason; an empty one is none', async () => {
  const [first] = PAGES
  const fake = await openWith(first === undefined ? [] : [first])
  await expect.element(button('Approve')).toBeVisible()
  await expect.element(button('Approve all')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Reason' }).fill('not that site')
  await press('Deny')
  await expect.poll(() => inputs(fake)).toMatchObject([{ decision: 'deny', reason: 'not that site' }])
  await page.getByRole('textbox', { name: 'Reason' }).fill(' ')
  await press('Deny')
  await expect.poll(() => inputs(fake)).toHaveLength(2)
  expect(inputs(fake)[1]).not.toHaveProperty('reason')
})

it('a press before the card was armed was lost in silence: it does nothing, and the person is told', async () => {
  const fake = await openWith(PAGES)
  await expect.element(button('Approve all')).toBeVisible()
  // a page that moves is not armed
  const place = card(3).element() as HTMLElement
  place.style.marginTop = '40px'
  await expect.element(button('Approve all')).toHaveAttribute('aria-disabled', 'true')
  const look = getComputedStyle(button('Approve all').element())
  expect(look.borderStyle).toBe('dashed')
  ;(button('Approve all').element() as HTMLElement).click()
  await expect.element(card(3)).toHaveTextContent('That press did nothing')
  expect(inputs(fake)).toEqual([])
  await press('Approve all')
  await expect.poll(() => inputs(fake)).toHaveLength(1)
  await expect.poll(() => card(3).element().textContent).not.toContain('That press did nothing')
  await userEvent.keyboard('{Escape}')
})
