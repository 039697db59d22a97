import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** A call whose arguments a model is writing. */

const card = (name: string) => page.getByRole('group', { name: `Tool call: ${name}` })

/** Of a call that is written: `index` is its place in the answer. */
async function openComing(name: string): Promise<(args: string, index?: number) => void> {
  const fake: FakeWorker = makeFakeWorker()
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })],
    streamingHead(1, 1),
  )
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toHaveTextContent('Go')
  const come: number[] = []
  return (args, index = 0) => {
    const offset = come[index] ?? 0
    fake.send({
      type: 'stream',
      sessionId: 'one',
      cut: 1,
      attempt: 0,
      start: 1,
      way: 'asked',
      parts: [{ index, kind: 'tool-call', name, text: args, offset }],
    })
    come[index] = offset + args.length
  }
}

it('a file that is being written is read as it grows: its path, then its text, the JSON one click away', async () => {
  const write = await openComing('write_file')
  write('{"path": "notes/kit')
  await expect.element(card('write_file')).toHaveTextContent('Write filenotes/kit')
  write('es.md", "content": "# Kites\\n\\nA \\"red')
  await expect.element(card('write_file')).toHaveTextContent('notes/kites.md')
  await expect.element(card('write_file')).toHaveTextContent('# Kites A "red')
  const text = card('write_file').getByText('# Kites').first().element()
  expect(card('write_file').element().textContent?.split('Raw arguments')[0]).not.toMatch(/[{}\\]/)
  write(` one\\" and more\\n${'line after line\\n'.repeat(400)}the end of it`)
  // the same box grows, and its end is in view
  await expect
    .element(
      card('write_file')
        .getByText(/the end of it$/)
        .first(),
    )
    .toBeVisible()
  expect(text.isConnected).toBe(true)
  const box = () => text.parentElement?.closest('.coming')?.getBoundingClientRect()
  await expect.poll(() => text.getBoundingClientRect().bottom - (box()?.bottom ?? 0)).toBeLessThanOrEqual(1)
  expect(box()?.height).toBeLessThan(200)

  const raw = card('write_file').getByText(/line after line\\nthe end of it/)
  await expect.element(raw).not.toBeVisible()
  await card('write_file').getByText('Raw arguments').click()
  await expect.element(raw).toBeVisible()
  write(' and on')
  // what was opened stays open while it grows
  await expect.element(card('write_file').getByText(/line after line\\nthe end of it and on/)).toBeVisible()
})

it('a call of which nothing but its name has come does not wait in silence: it says what is being prepared', async () => {
  const write = await openComing('write_file')
  write('')
  await expect.element(card('write_file')).toHaveTextContent('Write filePreparing…')
  write('{"path": "a.md"')
  await expect.element(card('write_file')).toHaveTextContent('a.mdPreparing…')
  // the first is written and waits for its turn while the next one comes
  write(', "content": "x"}')
  write('', 1)
  await expect.element(card('write_file').first()).toHaveTextContent('a.mdWaiting')
  await expect.element(card('write_file').last()).toHaveTextContent('Write filePreparing…')
})

it('a call that was cut off in the middle of being written says so, and not that it waits', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })],
    streamingHead(1, 1),
  )
  const blocks = [
    { index: 0, kind: 'text' as const, text: 'I write it down.' },
    { index: 1, kind: 'tool-call' as const, name: 'write_file', text: '{"path": "a.md", "con' },
  ]
  session.streams = [{ cut: 1, attempt: 0, start: 1, way: 'asked', live: false, blocks }]
  await openPage(fake, '#/session/one')
  await expect.element(card('write_file')).toHaveTextContent('Write filea.mdInterrupted')
})

it('arguments that are no object, and never end, show nothing of themselves and break nothing', async () => {
  const write = await openComing('run_javascript')
  write('['.repeat(14_000))
  await expect.element(card('run_javascript')).toHaveTextContent('Run code')
  await standsStill(card('run_javascript'))
  const height = () => card('run_javascript').element().getBoundingClientRect().height
  const before = height()
  write('{"code":'.repeat(14_000))
  await expect.poll(() => card('run_javascript').element().textContent).toContain('{"code":{"code":')
  await expect.element(card('run_javascript')).toHaveTextContent('Raw arguments')
  expect(height()).toBe(before)
})
