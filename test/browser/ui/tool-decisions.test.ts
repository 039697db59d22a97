import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ToolCall } from '../../../src/agent/message.ts'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { inWords } from '../../../src/protocol/refusals.ts'
import { lateResults } from '../../support/fake-devices.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { pressAtOnce, standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** What the tab keeps besides its own name. */
const wordsKept = (): string[] => Object.keys(sessionStorage).filter((key) => key !== 'reflexor:tab')

const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const status = () => page.getByRole('status', { name: 'Status' })
const card = (name: string) => page.getByRole('group', { name: `Tool call: ${name}` })
/** A press by hand, on a button that may take none yet. */
async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await standsStill(button)
  await button.click()
}
const rows = (call: ToolCall) => [userRow(0, 'Go'), answerRow(1, '', { calls: [call], settledAt: null })]

async function openWith(call: ToolCall): Promise<FakeWorker> {
  const fake = makeFakeWorker()
  fake.addSession('one', rows(call), unsettledHead(1, 1, [call]))
  await openPage(fake, '#/session/one')
  return fake
}
const asking = callOf('1.0.0', {
  name: 'ask_user',
  status: 'asking',
  started: false,
  question: { text: 'Which colour?', choices: ['Red', 'Blue'] },
})

it('a question is answered by a choice, once, until the answer is refused', async () => {
  const first = await openWith(asking)
  await expect.element(status()).toHaveTextContent('Waiting for you')
  await expect.element(card('ask_user')).toHaveTextContent('Which colour?')
  first.acknowledges = false
  await press('Blue')
  await expect.element(page.getByRole('button', { name: 'Red' })).toBeDisabled()
  expect(inputs(first)).toMatchObject([
    { type: 'user-settle-tool-call', toolCallId: '1.0.0', choice: 'report', content: [{ type: 'text', text: 'Blue' }] },
  ])
  first.send({ type: 'refused', id: first.commands()[0]?.id ?? null, refusal: inWords('No.') })
  await expect.element(page.getByRole('button', { name: 'Red' })).toBeEnabled()
})

it('a question that waits stood twice in its card: it is read once', async () => {
  await openWith({ ...asking, args: JSON.stringify({ question: 'Which colour?', choices: ['Red', 'Blue'] }) })
  await expect.element(page.getByRole('button', { name: 'Red' })).toBeVisible()
  expect(card('ask_user').element().textContent?.split('Which colour?')).toHaveLength(2)
})

it.each([
  ['a question', asking, 'Blue'],
  ['a call', callOf('1.0.0', { status: 'pending', started: false }), 'Approve'],
])('who decided on %s by key lost the focus to the body: it stays at the card', async (_what, call, name) => {
  const fake = await openWith(call)
  const button = page.getByRole('button', { name, exact: true })
  await expect.element(button).toHaveAttribute('aria-disabled', 'false')
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => inputs(fake)).toHaveLength(1)
  expect(document.activeElement).toBe(button.element())
  fake.commit('one', { head: { unsettled: [] }, messages: rows(closed(call, name)) })
  await expect.element(button).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(card(call.name).element().querySelector('summary'))
})

it('a question takes the own words of a person too', async () => {
  const fake = await openWith(asking)
  await expect.element(page.getByRole('button', { name: 'Answer' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('  Green, please ')
  await page.getByRole('button', { name: 'Answer' }).click()
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ choice: 'report', content: [{ type: 'text', text: 'Green, please' }] }])
})

it('the folded card of a question that was answered did not say the answer; in a narrow window, too, the answer is read', async () => {
  const fake = makeFakeWorker()
  const question = 'Which of the many colours that there are do you want to have on the front door of your house?'
  const result = {
    kind: 'ok' as const,
    content: [{ type: 'text' as const, text: 'Blue,\n as the\u202e sea' }],
    terminate: false,
    timestamp: 2,
  }
  const asked = callOf('1.0.0', { name: 'ask_user', args: JSON.stringify({ question }), status: 'closed', result })
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'So be it.', { calls: [asked] })])
  await openPage(fake, '#/session/one')
  await expect.element(card('ask_user')).toHaveTextContent(question)
  const answer = card('ask_user').getByText(/^You: Blue, as the/)
  await expect.element(answer).toBeVisible()
  expect(answer.element().textContent).not.toContain('\u202e')
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    await expect.poll(() => innerWidth).toBe(width)
    await expect.poll(() => answer.element().scrollWidth <= answer.element().clientWidth).toBe(true)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

it('a question may be skipped', async () => {
  const fake = await openWith(asking)
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect.poll(() => inputs(fake)).toMatchObject([{ choice: 'skip', content: [] }])
})

it('a wait says until when, and can be ended', async () => {
  const until = new Date(Date.now() + 90_000).getTime()
  const fake = await openWith(callOf('1.0.0', { name: 'wait', status: 'waiting', started: false, until }))
  await expect.element(status()).toHaveTextContent(/^Waiting until /)
  await expect.element(card('wait')).toHaveTextContent(/Waiting until \d/)
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ type: 'user-settle-tool-call', toolCallId: '1.0.0', choice: 'skip' }])
})

it('arguments are edited before they are approved; what is not JSON cannot be approved', async () => {
  const call = callOf('1.0.0', { status: 'pending', started: false, grant: 'origin:https://example.org' })
  const fake = await openWith(call)
  await expect.element(card('write_file')).toHaveTextContent('Allow Reflexor to open pages on example.org?')
  await page.getByRole('button', { name: 'Edit arguments' }).click()
  const box = page.getByRole('textbox', { name: 'Arguments' })
  await expect.element(box).toHaveValue('{\n  "path": "notes.md",\n  "content": "# Notes"\n}')
  await box.fill('{"path": ')
  await expect.element(card('write_file')).toHaveTextContent('This is not JSON')
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await box.fill('["a"]')
  await expect.element(card('write_file')).toHaveTextContent('Arguments are a JSON object')
  await box.fill('{\n "path": "other.md", "content": ""}')
  await page.getByRole('combobox', { name: 'Scope' }).selectOptions('session')
  await press('Approve')
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      {
        type: 'user-decide-tool-call',
        toolCallId: '1.0.0',
        decision: 'approve',
        scope: 'session',
        args: '{"path":"other.md","content":""}',
      },
    ])
})

it('arguments that were looked at and not changed are not sent; a denial may hold for always', async () => {
  const fake = await openWith(callOf('1.0.0', { status: 'pending', started: false }))
  await page.getByRole('button', { name: 'Edit arguments' }).click()
  await page.getByRole('combobox', { name: 'Scope' }).selectOptions('always')
  await press('Approve')
  await press('Deny')
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      { type: 'user-decide-tool-call', toolCallId: '1.0.0', decision: 'approve', scope: 'always' },
      { type: 'user-decide-tool-call', toolCallId: '1.0.0', decision: 'deny', scope: 'always' },
    ])
})

it('of an unknown outcome the person may say what happened', async () => {
  const fake = await openWith(callOf('1.0.0', { name: 'send_mail', status: 'unknown', repeat: 'once' }))
  await expect.element(card('send_mail')).toHaveTextContent('Unknown outcome')
  await expect.element(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  await page.getByRole('button', { name: 'Report what happened' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('It was sent once')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ choice: 'report', content: [{ type: 'text', text: 'It was sent once' }] }])
})

it('of an unknown outcome no choice is highlighted: the person is told to check first', async () => {
  await openWith(callOf('1.0.0', { status: 'unknown', repeat: 'once' }))
  await expect.element(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  expect(card('write_file').element().querySelectorAll('.primary')).toHaveLength(0)
})

it('what another device says of an unknown outcome came in the place of "Run again", and took a click at once', async () => {
  const fake = makeFakeWorker()
  const call = callOf('1.0.0', { name: 'send_mail', status: 'unknown', repeat: 'once' })
  fake.addSession('one', rows(call), unsettledHead(1, 1, [call]))
  let come = (): void => {}
  fake.waits.set('late-result', new Promise<void>((resolve) => (come = resolve)))
  lateResults.set(fake.devices, { by: 'Phone', text: 'Sent\u202e once', parts: 0 })
  await openPage(fake, '#/session/one')
  const again = page.getByRole('button', { name: 'Run again' })
  await standsStill(again)
  const place = () => {
    const { left, top } = again.element().getBoundingClientRect()
    return [left, top - card('send_mail').element().getBoundingClientRect().top].map(Math.round)
  }
  const before = place()
  const isPressed = pressAtOnce('Use this result')
  come()
  const use = page.getByRole('button', { name: 'Use this result' })
  await expect.poll(isPressed).toBe(true)
  await expect.element(use).toBeVisible()
  expect(inputs(fake)).toEqual([])
  expect(place()).toEqual(before)
  expect(use.element().getBoundingClientRect().top).toBeGreaterThan(again.element().getBoundingClientRect().bottom)
  await expect.element(card('send_mail')).toHaveTextContent('Sent\\u202e once')
  await press('Use this result')
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ choice: 'report', content: [{ type: 'text', text: 'Sent\u202e once' }] }])
})

it('edited arguments are gone after a reload, or kept for the next call when they were used', async () => {
  const call = callOf('1.0.0', { status: 'pending', started: false })
  const edited = () => page.getByRole('textbox', { name: 'Arguments' })
  const fake = makeFakeWorker()
  fake.addSession('one', rows(call), unsettledHead(1, 1, [call]))
  const first = await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Edit arguments' }).click()
  await edited().fill('{"path": "oth')
  first.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(edited()).toHaveValue('{"path": "oth')
  fake.commit('one', { messages: rows({ ...call, status: 'ready' }) })
  await expect.element(edited()).not.toBeInTheDocument()
  await expect.poll(wordsKept).toEqual([])
})

const closed = (call: ToolCall, words: string): ToolCall => ({
  ...call,
  status: 'closed',
  result: { kind: 'reported', content: [{ type: 'text', text: words }], terminate: false, timestamp: 1 },
})

it('a report that was half typed is gone when another tab decides', async () => {
  const call = callOf('1.0.0', { name: 'send_mail', status: 'unknown', repeat: 'once' })
  const fake = makeFakeWorker()
  fake.addSession('one', rows(call), unsettledHead(1, 1, [call]))
  const first = await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Report what happened' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('It was sent tw')
  first.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(page.getByRole('textbox', { name: 'What happened' })).toHaveValue('It was sent tw')
  await page.getByRole('textbox', { name: 'Message' }).fill('By the way')
  fake.commit('one', { head: { unsettled: [] }, messages: rows(closed(call, 'Another said so')) })
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('By the way\n\nIt was sent tw')
  await expect.element(page.getByText('This was answered elsewhere.')).toBeVisible()
})

it('what was reported, or given up by another choice, does not come into the box', async () => {
  const call = callOf('1.0.0', { name: 'send_mail', status: 'unknown', repeat: 'once' })
  const fake = await openWith(call)
  await page.getByRole('button', { name: 'Report what happened' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('It was sent once ')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  fake.commit('one', { head: { unsettled: [] }, messages: rows(closed(call, 'It was sent once')) })
  await expect.element(page.getByRole('button', { name: 'Skip', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect.poll(wordsKept).toEqual([])
})

it('a search that asks offers the search of the provider itself, with its price, in one press', async () => {
  const call = callOf('1.0.0', {
    name: 'search_web',
    args: '{"query":"rivers","source":"all"}',
    status: 'pending',
    grant: 'search:all',
  })
  const fake = makeFakeWorker()
  fake.providers = [
    {
      ...{ id: 'p', kind: 'anthropic', label: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
      ...{ model: 'claude-sonnet-5', models: [], createdAt: 1, hasKey: true },
    },
  ]
  fake.addSession('one', rows(call), unsettledHead(1, 1, [call]))
  const config = fake.sessions.get('one')?.config
  if (config !== undefined) config.model = { ...config.model, providerId: 'p', model: 'claude-sonnet-5' }
  await openPage(fake, '#/session/one')
  await expect.element(card('search_web').getByText('Anthropic can search the web itself')).toBeVisible()
  await expect.element(card('search_web').getByText('A thousand searches cost $10')).toBeVisible()
  await card('search_web').getByRole('button', { name: 'Let it search' }).click()
  await expect.poll(() => inputs(fake)).toMatchObject([{ type: 'user-configure', config: { webSearch: true } }])
})
