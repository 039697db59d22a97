import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

/** A call whose arguments a model is writing. */

const card = (name: string) => page.getByRole('group', { name: `Tool call: ${name}` })

async function openComing(name: string): Promise<(args: string) => void> {
  const fake: FakeWorker = makeFakeWorker()
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { status: 'streaming', settledAt: null })],
    streamingHead(1, 1),
  )
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toHaveTextContent('Go')
  let come = 0
  return (args) => {
    fake.send({
      type: 'stream',
      sessionId: 'one',
      cut: 1,
      attempt: 0,
      start: 1,
      way: 'asked',
      parts: [{ index: 0, kind: 'tool-call', name, text: args, offset: come }],
    })
    come += args.length
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
  expect(card('write_file').element().textContent?.split('As the tool gets it')[0]).not.toMatch(/[{}\\]/)
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
  await card('write_file').getByText('As the tool gets it').click()
  await expect.element(raw).toBeVisible()
  write(' and on')
  // what was opened stays open while it grows
  await expect.element(card('write_file').getByText(/line after line\\nthe end of it and on/)).toBeVisible()
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
  await expect.element(card('run_javascript')).toHaveTextContent('As the tool gets it')
  expect(height()).toBe(before)
})
