import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerBlock, Display } from '../../../src/agent/content.ts'
import type { Message, ToolCall, ToolResult } from '../../../src/agent/message.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const log = () => page.getByRole('log', { name: 'Conversation' })
const bar = () => page.getByRole('search', { name: 'Find in this session' })
const found = () => bar().getByRole('status', { name: 'Found' })
const ranges = (name: string): Range[] => [...(CSS.highlights.get(name) ?? [])] as Range[]

/** Whether a person sees it: it is laid out, and within everything that scrolls around it. */
function isSeen(range: Range): boolean {
  const { top, bottom, left, right } = range.getBoundingClientRect()
  if (bottom <= top || right <= left) return false
  for (let box = range.startContainer.parentElement; box !== null; box = box.parentElement) {
    if (box.matches('details:not([open])') && !range.intersectsNode(box.querySelector('summary') ?? box)) return false
    if (getComputedStyle(box).overflowY === 'visible') continue
    const view = box.getBoundingClientRect()
    if (bottom < view.top || top > view.bottom || right < view.left || left > view.right) return false
  }
  return true
}

/** The message, and how much of it stands before. */
function placeOf(range: Range): string {
  const article = range.startContainer.parentElement?.closest('article')
  const before = document.createRange()
  before.setStart(article as Element, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return `${article?.ariaPosInSet} ${before.toString().length}`
}

const result = (more: Partial<ToolResult>): ToolResult => ({
  kind: 'ok',
  content: [{ type: 'text', text: 'what the model reads' }],
  terminate: false,
  timestamp: 0,
  ...more,
})
const shows = (details: Display): ToolResult => result({ details })
const called = (n: number, id: string, more: Partial<ToolCall>, text = ''): Message =>
  answerRow(n, text, { calls: [callOf(id, { result: result({}), ...more })], stopReason: 'tool-use' })
const reads = (n: number, text: string): Message => {
  const details: Display = { shape: 'code', language: 'ts', text }
  return called(n, `read-${n}`, { name: 'read_file', args: '{"path":"src/a.ts"}', result: shows(details) })
}

async function open(rows: Message[]): Promise<FakeWorker> {
  const fake = makeFakeWorker()
  fake.addSession('one', rows)
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('The end')).toBeVisible()
  return fake
}
async function find(words: string): Promise<void> {
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.element(bar().getByRole('searchbox')).toHaveFocus()
  await bar().getByRole('searchbox').fill(words)
}
const long = (before: number, line: string): string => `${'const nothing = 1\n'.repeat(before)}${line}\n`

it('what a tool gave back was not found: the line of steps opens, the card opens, and the words are marked', async () => {
  await open([
    userRow(0, 'Look at the code'),
    reads(1, 'export const first = 1'),
    reads(2, long(200, 'export const needle = 2')),
    reads(3, 'export const third = 3'),
    answerRow(4, 'The end'),
  ])
  const line = log().getByRole('button', { name: 'Read 3 files' })
  await expect.element(line).toHaveAttribute('aria-expanded', 'false')
  await find('needle')
  await expect.element(found()).toHaveTextContent('1 of 1')
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => ranges('found-now').map(String)).toEqual(['needle'])
  await expect.poll(() => ranges('found-now').every(isSeen)).toBe(true)
  // the cards beside it stay as they were
  const cards = log().getByRole('group', { name: 'Tool call: read_file' })
  const opened = () => cards.elements().map((card) => card.querySelector('details')?.open)
  await expect.poll(opened).toEqual([false, true, false])
})

it('whatever a card shows is counted as often as it can be shown, and each of them comes into view', async () => {
  const code: AnswerBlock = { type: 'code-run', language: 'python', code: 'print("needle")', output: 'needle' }
  const rows = [
    userRow(0, 'needle'),
    answerRow(1, 'a **need**le and [needle](https://example.com/needle), `needle`\n\n```\nneedle\n```'),
    called(2, 'w', { args: JSON.stringify({ path: 'needle.md', content: long(30, 'needle needle') }) }),
    called(3, 'e', {
      name: 'edit_file',
      args: JSON.stringify({ path: 'a.md', old_text: 'same\nneedle', new_text: 'same\nneedle 2' }),
      result: shows({ shape: 'diff', path: 'a.md', before: 'same\nneedle', after: 'same\nneedle 2' }),
    }),
    called(4, 't', {
      name: 'search_files',
      args: '{"pattern":"needle"}',
      result: shows({ shape: 'table', columns: ['Path', 'needle'], rows: [['a', 'the needle']] }),
    }),
    called(5, 'p', {
      name: 'fetch_page',
      args: '{"url":"https://example.com/needle"}',
      result: shows({ shape: 'web-page', url: 'https://example.com/needle', title: 'Needle', text: 'needles' }),
    }),
    called(6, 'x', {
      name: 'move_file',
      args: '{"from":"a","to":"b/needle"}',
      result: shows({ shape: 'file', path: 'b/needle' }),
    }),
    called(7, 'f', {
      name: 'other__tool',
      args: '{"deep":{"list":["needle"]}}',
      result: result({ kind: 'error', content: [{ type: 'text', text: `no needle ${'x'.repeat(30_000)} needle` }] }),
    }),
    called(8, 'r', {
      name: 'run_javascript',
      args: '{"code":"test()"}',
      result: shows({
        ...{ shape: 'run', output: '✗ needle', value: 'needle' },
        tests: { passed: 1, failed: 1, skipped: 0, assertions: 2, failures: ['the needle'] },
      }),
    }),
    answerRow(9, '', { content: [{ type: 'thinking', text: 'needle' }, code, { type: 'text', text: 'The end' }] }),
  ]
  await open(rows)
  await find('needle')
  await expect.element(found()).toHaveTextContent(/ of \d+$/)
  const [start = 0, all = 0] = (found().element().textContent ?? '').split(' of ').map(Number)
  expect(all).toBe(1 + 4 + 3 + 4 + 3 + 3 + 2 + 2 + 3 + 2)
  const seen = new Set<string>()
  for (let n = 0; n < all; n++) {
    const [before] = ranges('found-now')
    await userEvent.keyboard('{Enter}')
    const words = `${((start + n) % all) + 1} of ${all}`
    await expect.element(found()).toHaveTextContent(words)
    const next = () => ranges('found-now').find((range) => range !== before && isSeen(range))
    await expect.poll(() => String(next()).toLowerCase()).toBe('needle')
    seen.add(placeOf(ranges('found-now')[0] as Range))
  }
  // never the same one again
  expect(seen.size).toBe(all)
})

it('words that are not shown where they were counted are taken from the count when the person gets there', async () => {
  await open([
    userRow(0, 'needle'),
    // an address with brackets in it
    answerRow(1, 'see [it](https://example.com/needle(1))'),
    answerRow(2, 'The end: needle'),
  ])
  await find('needle')
  await expect.element(found()).toHaveTextContent('1 of 3')
  await userEvent.keyboard('{Enter}')
  await expect.element(found()).toHaveTextContent('2 of 2')
  await expect
    .poll(() => ranges('found-now').map(({ startContainer }) => startContainer.textContent))
    .toEqual(['The end: needle'])
})

it('names of buttons and open thoughts were marked as if somebody had said them', async () => {
  await open([
    userRow(0, 'Copy it'),
    answerRow(1, '', {
      content: [
        { type: 'thinking', text: 'a copy of it' },
        { type: 'text', text: '```ts\nlet a\n```' },
      ],
    }),
    answerRow(2, 'The end'),
  ])
  await log().getByText('Thought about it').click()
  await expect.element(log().getByText('a copy of it')).toBeVisible()
  await find('copy')
  await expect.element(found()).toHaveTextContent('1 of 1')
  await expect.poll(() => ranges('found').map(String)).toEqual(['Copy'])
})

it('a result of a tool that was found over all sessions lay folded away when its session opened', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Nothing'), answerRow(1, 'Nothing here')])
  fake.addSession('two', [
    userRow(0, 'Look at the code'),
    reads(1, 'export const first = 1'),
    called(2, 'w', { args: JSON.stringify({ path: 'a.md', content: long(60, 'the blue needle') }) }),
    reads(3, 'export const third = 3'),
    answerRow(4, 'The end'),
  ])
  await openPage(fake, '#/session/one')
  await expect.element(log().getByText('Nothing here')).toBeVisible()
  await chooseFromAllSessions('blue needle')
  await expect.poll(() => document.activeElement?.getAttribute('aria-posinset')).toBe('3')
})

it('words within closed details of an answer, found over all sessions, are shown', async () => {
  const fake = makeFakeWorker()
  const details = `<details><summary>More</summary>\n\n${'Nothing.\n\n'.repeat(60)}the blue needle\n\n</details>`
  fake.addSession('two', [userRow(0, 'Say it'), answerRow(1, details), answerRow(2, 'The end')])
  await openPage(fake, '#/')
  await chooseFromAllSessions('blue needle')
})

/** Looks for words over all sessions, and goes to the one where they stand: they are marked there, and seen. */
async function chooseFromAllSessions(words: string): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill(words)
  await dialog.getByRole('link', { name: new RegExp(words) }).click()
  await expect.poll(() => ranges('found').map(String)).toEqual(words.split(' '))
  await expect.poll(() => ranges('found').every(isSeen)).toBe(true)
}
