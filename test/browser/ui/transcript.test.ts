import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ToolCall } from '../../../src/agent/message.ts'
import { SKIPPED, SKIPPED_QUESTION, text } from '../../../src/agent/words.ts'
import { answerRow, callOf, manyRows, streamingHead, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

const log = () => page.getByRole('log', { name: 'Conversation' })
const running = () => [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })]
const stream = (fake: FakeWorker, text: string, offset: number, start = 1) =>
  fake.send({
    type: 'stream',
    sessionId: 'one',
    cut: 1,
    attempt: 0,
    start,
    way: 'asked',
    parts: [{ index: 0, kind: 'text', text, offset }],
  })

it('5,000 messages open at their end, few are in the page, and older ones come when they are looked at', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(5000))
  await openPage(fake, '#/session/one')
  const last = page.getByText('Answer 4999')
  await expect.element(last).toBeInViewport()
  const article = last.element().closest('article')
  expect(article?.getAttribute('aria-posinset')).toBe('5000')
  expect(article?.getAttribute('aria-setsize')).toBe('5000')
  expect(document.querySelectorAll('article').length).toBeLessThan(60)
  expect(fake.requests('rows')).toEqual([])
  const scroller = log().element()
  scroller.dispatchEvent(new WheelEvent('wheel'))
  scroller.scrollTop = scroller.scrollHeight / 2
  await expect.poll(() => fake.requests('rows').length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelectorAll('.message-absent').length).toBe(0)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.element(last).toBeInViewport()
})

it('streaming text keeps the end in view, unless the person scrolled up', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', running(), streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent(/^Thinking$/)
  const text = Array.from({ length: 80 }, (_, line) => `Paragraph ${line}.\n\n`).join('')
  stream(fake, text, 0)
  await expect.element(page.getByText('Paragraph 79.')).toBeInViewport()
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent(/^Writing$/)
  const scroller = log().element()
  scroller.dispatchEvent(new WheelEvent('wheel'))
  scroller.scrollTop = 0
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  stream(fake, 'The end.', text.length)
  await expect.element(page.getByText('The end.')).toBeInTheDocument()
  // what follows the end would do so in the next frames
  for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(scroller.scrollTop).toBe(0)
})

it('text missing in a stream is asked for', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', running(), streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(log()).toBeVisible()
  session.streams = [
    {
      cut: 1,
      attempt: 0,
      start: 1,
      way: 'asked',
      live: true,
      blocks: [{ index: 0, kind: 'text', text: 'All that was said' }],
    },
  ]
  stream(fake, 'said', 13)
  await expect.element(page.getByText('All that was said')).toBeVisible()
})

it('a tab that reads a session before it knows who writes says "Thinking" of an answer that is being written: it asks again once it knows', async () => {
  const fake = makeFakeWorker('unsaid')
  const session = fake.addSession('one', running(), streamingHead(1, 1))
  const kept = { cut: 1, attempt: 0, start: 1, way: 'asked' as const }
  session.streams = [{ ...kept, live: false, blocks: [{ index: 0, kind: 'text', text: 'Half of' }] }]
  await openPage(fake, '#/session/one')
  const status = page.getByRole('status', { name: 'Status' })
  await expect.element(page.getByText('Half of')).toBeVisible()
  await expect.element(status).toHaveTextContent(/^Thinking$/)
  session.streams = [{ ...kept, live: true, blocks: [{ index: 0, kind: 'text', text: 'Half of it' }] }]
  fake.send({ type: 'writer-changed', role: 'follower', epoch: 1 })
  await expect.element(page.getByText('Half of it')).toBeVisible()
  await expect.element(status).toHaveTextContent(/^Writing$/)
})

it('a missing delta makes the page ask for the session again', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', [userRow(0, 'Go')])
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Go', { exact: true })).toBeVisible()
  session.head.seq += 5
  fake.commit('one', { messages: [answerRow(1, 'Here I am')] })
  await expect.element(page.getByText('Here I am')).toBeVisible()
  expect(fake.requests('open-session').length).toBe(2)
})

it('text of a broken asking stands, marked "Interrupted", until the new one has come as far', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', running(), streamingHead(1, 1))
  session.streams = [
    {
      cut: 1,
      attempt: 0,
      start: 1,
      way: 'asked',
      live: false,
      blocks: [{ index: 0, kind: 'text', text: 'The old half' }],
    },
  ]
  await openPage(fake, '#/session/one')
  const answer = page.getByRole('article', { name: 'Assistant' })
  await expect.element(answer).toHaveTextContent('The old half')
  await expect.element(answer).toHaveTextContent('Interrupted')
  stream(fake, 'Fresh', 0, 2)
  await expect.poll(() => answer.element().querySelector('[data-passing]')).not.toBe(null)
  expect(answer.element().textContent).toContain('The old half')
  expect(answer.element().textContent).not.toContain('Fresh')
  stream(fake, ' words, and more', 5, 2)
  await expect.element(answer).toHaveTextContent(/^Fresh words, and more$/)
})

it('text that goes on after an interruption says which way: taken up again, or asked (and paid) again', async () => {
  for (const [way, words] of [
    ['re-attached', 'Resumed from the provider'],
    ['asked-again', 'Restarted'],
  ] as const) {
    const fake = makeFakeWorker()
    fake.addSession('one', running(), streamingHead(1, 1))
    const opened = await openPage(fake, '#/session/one')
    const answer = page.getByRole('article', { name: 'Assistant' })
    const parts = [{ index: 0, kind: 'text' as const, text: 'On and on', offset: 0 }]
    fake.send({ type: 'stream', sessionId: 'one', cut: 1, attempt: 0, start: 2, way, parts })
    await expect.element(answer).toHaveTextContent(words)
    opened.dispose()
  }
})

it('a committed answer takes the place of its stream without a flicker', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', running(), streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(log()).toBeVisible()
  stream(fake, '# Title\n\nSome *text', 0)
  const heading = page.getByRole('heading', { name: 'Title', exact: true })
  await expect.element(heading).toBeVisible()
  const before = heading.element()
  fake.commit('one', { head: { live: [] }, messages: [answerRow(1, '# Title\n\nSome *text* and more.')] })
  await expect.element(log().getByText('and more.')).toBeVisible()
  expect(heading.element()).toBe(before)
})

it('thinking is folded and is rendered when it is opened', async () => {
  const fake = makeFakeWorker()
  const content = [
    { type: 'thinking' as const, text: 'A secret plan' },
    { type: 'text' as const, text: 'Done.' },
  ]
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '', { content })])
  await openPage(fake, '#/session/one')
  const group = page.getByRole('group', { name: 'Thinking' })
  await expect.element(group).toBeVisible()
  await expect.element(page.getByText('A secret plan')).not.toBeInTheDocument()
  await group.getByText('Thought about it').click()
  await expect.element(page.getByText('A secret plan')).toBeVisible()
})

const closed = (kind: NonNullable<ToolCall['result']>['kind']): Partial<ToolCall> => ({
  result: { kind, content: [{ type: 'text', text: 'words' }], terminate: false, timestamp: 1 },
})
const skipped = (words: string): Partial<ToolCall> => ({
  result: { kind: 'skipped', content: text(words), terminate: false, timestamp: 1 },
})
const states: [string, Partial<ToolCall>][] = [
  ['Waiting', { status: 'ready', started: false }],
  ['Needs approval', { status: 'pending', started: false }],
  ['Running', { status: 'ready', started: true }],
  ['Done', closed('ok')],
  ['Error', closed('error')],
  ['Denied', closed('denied')],
  ['Stopped', closed('aborted')],
  ['Unknown outcome', { status: 'unknown' }],
  ['Stopped', skipped(SKIPPED_QUESTION)],
  ['Skipped, outcome unknown', skipped(SKIPPED)],
]
it.each(states)('a tool call in state "%s" says so in words', async (words, more) => {
  const fake = makeFakeWorker()
  const call = callOf('1.0.0', more)
  const open = call.status === 'closed' ? {} : unsettledHead(1, 1, [call])
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'x', { calls: [call], settledAt: null })], open)
  await openPage(fake, '#/session/one')
  const card = page.getByRole('group', { name: 'Tool call: write_file' })
  await expect.element(card.getByText(words, { exact: true })).toBeVisible()
})

it('approval goes out with the chosen scope; an unknown outcome is settled by the person', async () => {
  const fake = makeFakeWorker()
  const calls = [
    callOf('1.0.0', { status: 'pending', started: false }),
    callOf('1.0.1', { name: 'send', status: 'unknown' }),
  ]
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'x', { calls, settledAt: null })], unsettledHead(1, 1, calls))
  await openPage(fake, '#/session/one')
  await page.getByRole('combobox', { name: 'Scope' }).selectOptions('This session')
  for (const name of ['Approve', 'Run again']) {
    await standsStill(page.getByRole('button', { name }))
    await page.getByRole('button', { name }).click()
  }
  await expect.poll(() => fake.commands().length).toBe(2)
  const inputs = fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
  expect(inputs[0]).toMatchObject({ toolCallId: '1.0.0', decision: 'approve', scope: 'session' })
  expect(inputs[1]).toMatchObject({ toolCallId: '1.0.1', choice: 'again' })
})

it('one message that was too long failed four times: it fails once, and what was tried before it takes no room', async () => {
  const fake = makeFakeWorker()
  const failure = { kind: 'context-too-long' as const, message: 'The conversation is too long for this model.' }
  const tries = [1, 2, 3, 4].map((n) => answerRow(n, '', { status: 'failed', failure }))
  fake.addSession('one', [userRow(0, 'Go'), ...tries], { hold: { kind: 'failed', failure } })
  await openPage(fake, '#/session/one')
  const said = page.getByText('Failed: The conversation is too long for this model.')
  await expect.element(said.first()).toBeVisible()
  expect(said.elements()).toHaveLength(1)
  const rows = [...document.querySelectorAll<HTMLElement>('article.assistant')]
  expect(rows.filter(({ offsetHeight }) => offsetHeight > 0)).toHaveLength(1)
})

it('a failed answer gives its reason and "Retry"; one cut off at the limit offers "Continue"', async () => {
  const fake = makeFakeWorker()
  const failure = { kind: 'bad-key' as const, message: 'Wrong key.' }
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'par', { status: 'failed', failure })], {
    hold: { kind: 'failed', failure },
  })
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('status', { name: 'Status' })).toHaveTextContent(/^Failed: Wrong key$/)
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  fake.commit('one', { head: { hold: null }, messages: [answerRow(1, 'par', { stopReason: 'length' })] })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => fake.commands().length).toBe(2)
  const types = fake.commands().map(({ command }) => command.kind === 'input' && command.input.type)
  expect(types).toEqual(['user-retry', 'user-continue'])
})

it('Retry went with the answer that it stood at, and the focus with it to nowhere: it goes to the main part', async () => {
  const fake = makeFakeWorker()
  const failure = { kind: 'bad-key' as const, message: 'Wrong key.' }
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, '', { status: 'failed', failure })], {
    hold: { kind: 'failed', failure },
  })
  await openPage(fake, '#/session/one')
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  await retry.click()
  fake.commit('one', { head: { hold: null }, messages: [answerRow(1, '', { status: 'replaced', failure })] })
  await expect.element(retry).not.toBeInTheDocument()
  expect(document.activeElement?.id).toBe('main')
})

it('the pages of an answer stand under it, numbered, with their host; what is no web address is no link', async () => {
  const fake = makeFakeWorker()
  const pages = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://example.org/${at}` }))
  fake.addSession('one', [
    userRow(0, 'When?'),
    answerRow(1, 'In 1916.', {
      content: [
        { type: 'text', text: 'In 1916.' },
        {
          type: 'sources',
          sources: [
            { url: 'https://en.example.org/wiki/Shannon', title: 'Claude <b>Shannon</b>\u202e' },
            { url: 'https://evil.example/', title: 'example.org' },
            { url: `http://evil.example/?q=${'x'.repeat(200)}`, title: 'Long' },
            { url: 'https://[', title: 'No page' },
          ],
          citations: [
            { at: 3, source: 0 },
            { at: 8, source: 2 },
            { at: 8, source: 3 },
          ],
        },
      ],
    }),
    answerRow(2, '', { content: [{ type: 'sources', sources: pages(9) }] }),
  ])
  await openPage(fake, '#/session/one')
  const shannon = page.getByRole('link', { name: 'Claude <b>Shannon</b>\\u202e (en.example.org)', exact: true })
  await expect.element(shannon).toBeVisible()
  expect(shannon.element()).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
  await expect.element(page.getByRole('link', { name: 'example.org (evil.example)' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Long (evil.example, carries data)', exact: true })).toBeVisible()
  await expect.element(page.getByText('No page', { exact: true })).toBeVisible()
  // its numbers stand behind the words, and lead to the pages themselves
  const first = page.getByRole('link', { name: 'Source 1: Claude <b>Shannon</b>\\u202e (en.example.org)' })
  await expect.element(first).toBeVisible()
  expect(first.element()).toMatchObject({ target: '_blank', rel: 'noopener noreferrer', textContent: '1' })
  expect(first.element()).toHaveProperty('href', 'https://en.example.org/wiki/Shannon')
  await expect.element(page.getByRole('link', { name: 'Source 3: Long (evil.example, carries data)' })).toBeVisible()
  await expect.poll(() => first.element().closest('p')?.textContent).toBe('In1 1916.34')
  expect(page.getByRole('link', { name: /^Source 4/ }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'No page' }).elements()).toEqual([])
  await expect.element(page.getByText('4 sources')).toBeVisible()
  const list = page.getByText('4 sources').element().closest('details')?.querySelector('ol')
  expect(list?.children).toHaveLength(4)
  // many are folded until they are wanted
  await expect.element(page.getByText('9 sources')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'example.org (https' })).not.toBeInTheDocument()
  expect(page.getByText('9 sources').element().closest('details')?.open).toBe(false)
})

it('code that the provider ran is a card of its own: what was run, what it printed, while it runs and after', async () => {
  const fake = makeFakeWorker()
  const rows = [
    userRow(0, 'Six times seven?'),
    answerRow(1, '', {
      content: [
        { type: 'code-run', language: 'python', code: 'print(6*7)\u202e', output: '42', meta: { google: {} } },
        { type: 'code-run', language: 'bash', code: 'ls /no', output: 'ls: /no', failed: true },
        { type: 'code-run', language: 'bash', code: 'sleep 9', output: null },
        { type: 'text', text: 'It is 42.' },
      ],
    }),
    userRow(2, 'Again?'),
    answerRow(3, '', { status: 'streaming', settledAt: null, usage: null }),
  ]
  fake.addSession('one', rows, streamingHead(3, 3))
  await openPage(fake, '#/session/one')
  const cards = page.getByRole('group', { name: 'Code run by the provider' })
  await expect.element(cards.nth(0)).toHaveTextContent('Code run by the providerprint(6*7)\\u202eDone')
  await expect.element(cards.nth(1)).toHaveTextContent('Error')
  await expect.element(cards.nth(2)).toHaveTextContent('No result')
  await cards.nth(0).getByText('Code run by the provider').click()
  await expect.element(cards.nth(0)).toHaveTextContent('print(6*7)\\u202eOutput42')
  const run = '{"language":"python","code":"print(7*7)"}\n'
  fake.send({
    type: 'stream',
    sessionId: 'one',
    ...{ cut: 3, attempt: 0, start: 1, way: 'asked' },
    parts: [{ index: 0, kind: 'code-run', offset: 0, text: run }],
  })
  await expect.element(cards.nth(3)).toHaveTextContent('print(7*7)Running')
})

it('a finger that rests on a message brings its buttons, until it touches elsewhere', async () => {
  const fake = makeFakeWorker()
  // those of the newest answer are always in sight
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, 'There.'), userRow(2, 'On'), answerRow(3, 'Here.')])
  await openPage(fake, '#/session/one')
  const words = page.getByText('There.')
  await expect.element(words).toBeVisible()
  const copy = page.getByRole('article').nth(1).getByRole('button', { name: 'Copy', exact: true })
  await expect.element(copy).toBeInTheDocument()
  const shown = () => getComputedStyle(copy.element().closest('.message-buttons') as Element).opacity
  // the mouse is elsewhere
  await page.getByRole('textbox', { name: 'Message' }).hover()
  await expect.poll(shown).toBe('0')
  const rest = (element: Element): void => {
    for (const type of ['pointerup', 'pointerdown'])
      element.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
  }
  // it listens as soon as the tools of the conversation have come
  const touched = () => {
    rest(words.element())
    return shown()
  }
  await expect.poll(touched, { interval: 1000 }).toBe('1')
  rest(page.getByText('Go', { exact: true }).element())
  await expect.poll(shown).toBe('0')
})

it('a reload lost the place where one was reading: it opened at the end of the session', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(80))
  const opened = await openPage(fake, '#/session/one')
  const log = page.getByRole('log')
  const row = page.getByText('Question 20', { exact: true })
  await expect.element(page.getByText('Question 78', { exact: true })).toBeVisible()
  // as a person scrolls: until the row is there
  const up = async (): Promise<number> => {
    const { scrollTop } = log.element()
    if (row.elements().length === 0) {
      log.element().dispatchEvent(new WheelEvent('wheel', { deltaY: -400 }))
      log.element().scrollTop = scrollTop - 500
    }
    return row.elements().length
  }
  await expect.poll(up, { timeout: 20_000 }).toBe(1)
  const place = () => row.element().getBoundingClientRect().top - log.element().getBoundingClientRect().top
  row.element().scrollIntoView({ block: 'start' })
  const still: number[] = []
  // wait until the rows around it have come
  const settle = () => {
    still.push(Math.round(place()))
    return new Set(still.slice(-5)).size === 1 && still.length > 5
  }
  await expect.poll(settle, { interval: 100 }).toBe(true)
  const before = place()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  opened.dispose()

  const again = await openPage(fake, '#/session/one', true)
  await expect.poll(() => (row.elements().length === 1 ? Math.abs(place() - before) : 1000)).toBeLessThan(3)
  // at the end again, nothing is kept
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect.element(page.getByText('Question 78', { exact: true })).toBeVisible()
  dispatchEvent(new PageTransitionEvent('pagehide'))
  again.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(page.getByText('Question 78', { exact: true })).toBeVisible()
})
