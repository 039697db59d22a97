import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Form } from '../../../src/agent/form.ts'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { standsStill } from './at-rest.ts'
import { openPage } from './open-page.ts'

const OLD = 'a'.repeat(64)
const NEW = 'b'.repeat(64)
const FORM: Form = {
  ...{ id: 'f1', from: 'Notes', about: 'changes', text: '', asksForSecret: false, fields: [] },
  changes: {
    files: [
      { path: 'notes\u202E.md', from: OLD, to: NEW, size: 9, mediaType: 'text/markdown' },
      { path: 'new.md', from: null, to: NEW, size: 9, mediaType: 'text/markdown' },
      { path: 'gone.md', from: OLD, to: null, size: 0, mediaType: 'text/markdown' },
    ],
    more: 2,
  },
}
const answers = (fake: FakeWorker) =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
async function open(): Promise<FakeWorker> {
  const args = JSON.stringify({ title: 'Notes', task: 'Tidy the notes.', ask_to_keep: true })
  const call = callOf('1.0.0', {
    ...{ name: 'delegate', args, status: 'asking', started: false, attempt: 2, form: FORM, helper: 'h' },
  })
  const fake = makeFakeWorker()
  fake.blobs.set(OLD, new TextEncoder().encode('one\ntwo\n'))
  fake.blobs.set(NEW, new TextEncoder().encode('one\nthree\n'))
  fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { calls: [call], settledAt: null })],
    unsettledHead(1, 1, [call]),
  )
  await openPage(fake, '#/session/one')
  return fake
}

it.each([
  ['Keep changes', 'accept'],
  ['Drop changes', 'decline'],
])('a person could not look at what a helper changed and say "%s"', async (name, action) => {
  const fake = await open()
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  const card = page.getByRole('group', { name: 'Helper: Notes', exact: true })
  await expect.element(card).toHaveTextContent('Waiting for you')
  const changes = card.getByRole('region', { name: 'Changes of a helper' })
  await expect.element(changes).toHaveTextContent('notes\\u202e.md Changed')
  await expect.element(changes).toHaveTextContent('new.md New file')
  await expect.element(changes).toHaveTextContent('gone.md Deleted')
  await expect.element(changes).toHaveTextContent('and 2 more files')
  await changes.getByText('notes', { exact: false }).click()
  await expect.element(changes.getByText('- two')).toBeVisible()
  await expect.element(changes.getByText('+ three')).toBeVisible()
  expect(answers(fake)).toEqual([])

  const button = changes.getByRole('button', { name, exact: true })
  button.element().scrollIntoView({ block: 'center' })
  await standsStill(button)
  await button.click()
  await expect
    .poll(() => answers(fake))
    .toEqual([{ type: 'user-answer-form', toolCallId: '1.0.0', form: 'f1', action, values: {} }])
})
