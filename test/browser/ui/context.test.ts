import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import type { ContextView } from '../../../src/protocol/context.ts'
import type { ProviderView } from '../../../src/protocol/provider-list.ts'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** What a long conversation shows, and what the person can do about it. */

type Message = ContextView['messages'][number]
const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const summary = { text: 'They spoke of tea.', cutAt: 2, calls: [], loaded: [], rows: 2, before: null }
const seen = (fake: FakeWorker): ContextView => ({
  ...fake.context,
  cached: 0.42,
  summary,
  messages: [
    { role: 'user', label: 'Summary', text: 'They spoke of tea.', size: 6, how: 'summary' },
    { role: 'tool', label: 'Result of read_file', text: 'The beginning …', size: 5, how: 'shortened', callId: '3.0.0' },
    { role: 'user', label: 'You', text: 'And now?', size: 2, how: 'full' },
  ],
  listed: [{ id: '1.0.0', name: 'write_file', about: '{"path":"tea.md"}' }],
})

it('before the first answer the meter showed the few tokens of the message: it counts tools and system prompt', async () => {
  const fake = makeFakeWorker()
  fake.context = { ...fake.context, size: 2712 }
  fake.addSession('one', [userRow(0, 'Hello')], { contextSize: 9 })
  await openPage(fake, '#/session/one')
  const meter = button(/^Context: /)
  await expect.element(meter).toBeVisible()
  expect(meter.element().textContent).not.toContain('9')
  await expect.element(meter).toHaveTextContent('2.7k')
})

it('the Context dialog says the cached share, and its buttons send old material again, save while the model answers', async () => {
  const fake = makeFakeWorker()
  fake.context = seen(fake)
  const rows = [userRow(0, 'Tea?'), answerRow(1, 'Yes.'), userRow(2, 'And now?'), answerRow(3, 'Now.', { lookups: 2 })]
  fake.addSession('one', rows, { summaryCutAt: 2, contextSize: 9000 })
  await openPage(fake, '#/session/one')
  // a quiet line in the answer that looked something up
  await expect.element(page.getByText('Looked up 2 earlier results')).toBeVisible()
  await button(/^Context: /).click()
  const dialog = page.getByRole('dialog', { name: 'What the model sees' })
  await expect.element(dialog.getByText(/42% of the last request came from the provider’s cache/)).toBeVisible()
  await expect.element(dialog.getByText(/Above 12k, the history is summarised/)).toBeVisible()

  await dialog.getByText('Result of Read file').click()
  await dialog.getByRole('button', { name: 'Load Result of Read file' }).click()
  await dialog.getByText(/1 earlier tool call, by name only/).click()
  await dialog.getByRole('button', { name: 'Load 1.0.0 Write file' }).click()
  await dialog.getByText('Summary', { exact: true }).click()
  const expand = dialog.getByRole('button', { name: 'Send its last 10 messages in full again' })
  await expand.click()
  await dialog.getByRole('textbox', { name: 'What to keep' }).fill('the SQL')
  await dialog.getByRole('button', { name: 'Compact now' }).click()
  await expect
    .poll(() => inputs(fake))
    .toEqual([
      { type: 'user-load-tool-call', toolCallId: '3.0.0' },
      { type: 'user-load-tool-call', toolCallId: '1.0.0' },
      { type: 'user-expand-history', cutAt: 2, count: 10 },
      { type: 'user-compact', instruction: 'the SQL' },
    ])

  // what would be refused in silence says why, and cannot be pressed
  const wait = dialog.getByText('The model is answering. You can load earlier content when it finishes.')
  await expect.element(wait).not.toBeInTheDocument()
  fake.commit('one', {
    head: streamingHead(4, 9),
    messages: [answerRow(4, 'More', { status: 'streaming', cut: 9, settledAt: null })],
  })
  await expect.element(wait).toBeVisible()
  // what is sent now is read anew, and what was opened stays open
  const load = dialog.getByRole('button', { name: 'Load Result of Read file' })
  await expect.element(load).toBeDisabled()
  fake.commit('one', { head: { live: [] }, messages: [answerRow(4, 'More, and its end.', { cut: 9 })] })
  await expect.element(wait).not.toBeInTheDocument()
})

it('what was opened of a request stays open, and keeps the focus, through an answer, a result that is sent in full again, and one more message', async () => {
  const fake = makeFakeWorker()
  const before = seen(fake)
  fake.context = before
  fake.addSession('one', [userRow(0, 'Tea?'), answerRow(1, 'Yes.')])
  await openPage(fake, '#/session/one')
  await button(/^Context: /).click()
  const dialog = page.getByRole('dialog', { name: 'What the model sees' })
  await dialog.getByText('Result of Read file').click()
  const load = dialog.getByRole('button', { name: 'Load Result of Read file' })
  await expect.element(load).toBeVisible()
  const part = load.element().closest('details')
  await dialog.getByText('You', { exact: true }).click()
  const asked = dialog.getByText('And now?').last()
  await expect.element(asked).toBeVisible()
  await load.click()
  await expect.element(load).toHaveFocus()

  fake.context = { ...before, size: 8123 }
  fake.commit('one', { messages: [answerRow(2, 'Some more')] })
  await expect.element(dialog.getByText(/8\.1k/).first()).toBeVisible()
  await expect.element(load).toHaveFocus()

  const [summary, , question] = before.messages as [Message, Message, Message]
  const result: Message = {
    role: 'tool',
    label: 'Result of read_file',
    text: 'All of it, whole.',
    size: 900,
    how: 'full',
  }
  const next: Message = { role: 'user', label: 'You', text: 'One more?', size: 2, how: 'full' }
  fake.context = { ...before, messages: [summary, result, question, next] }
  fake.commit('one', { messages: [answerRow(3, 'And more')] })
  await expect.element(dialog.getByText('All of it, whole.').last()).toBeVisible()
  expect(dialog.getByText('All of it, whole.').last().element().closest('details')).toBe(part)
  await expect.element(asked).toBeVisible()
  // the new one is folded
  await expect.element(dialog.getByText('One more?').last()).not.toBeVisible()
})

it('how new sessions compress, which model does it, and what is remembered is set for all of them; a refusal shows what is true', async () => {
  const fake = makeFakeWorker()
  const cheap: ProviderView = {
    ...{
      id: 'p',
      kind: 'openai-compatible',
      label: 'Here',
      baseUrl: 'http://localhost:1/v1',
      createdAt: 1,
      hasKey: true,
    },
    ...{ model: 'large', models: ['large', 'small'] },
  }
  fake.providers = [cheap]
  fake.memory = '- likes tea'
  await openPage(fake)
  await button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Models' }).click()
  const threshold = settings.getByRole('combobox', { name: 'New sessions summarise their history' })
  await threshold.selectOptions('At 50% of the context window')
  await settings.getByRole('combobox', { name: 'Model for summaries and names' }).selectOptions('Here: small')
  await expect.poll(() => fake.preferences.summaryModel?.model).toBe('small')
  expect(fake.preferences).toMatchObject({ compressAt: 0.5, summaryModel: { providerId: 'p', thinking: 'off' } })
  // what was never tested has no models at hand
  await settings.getByRole('button', { name: 'Find a model for summaries and names' }).click()
  const list = page.getByRole('dialog', { name: 'Model for summaries and names' })
  await list.getByRole('combobox').fill('tiny-by-name')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => fake.preferences.summaryModel)
    .toEqual({ providerId: 'p', model: 'tiny-by-name', thinking: 'off' })
  await threshold.selectOptions('Never')
  await expect.poll(() => fake.preferences.compressAt).toBe(null)
  fake.refuses.set('set-preferences', 'The disk is full.')
  await threshold.selectOptions('At 90% of the context window')
  await expect.element(threshold).toHaveValue('never')
  fake.refuses.clear()

  await settings.getByRole('tab', { name: 'Memory' }).click()
  const notes = settings.getByRole('textbox', { name: 'Memory (memory.md)' })
  await expect.element(notes).toHaveValue('- likes tea')
  const save = settings.getByRole('button', { name: 'Save', exact: true })
  await expect.element(save).toBeDisabled()
  await notes.fill('- likes coffee')
  await save.click()
  await expect.element(settings.getByText('Saved.')).toBeVisible()
  expect(fake.memory).toBe('- likes coffee')
  await settings.getByRole('button', { name: 'Forget all' }).click()
  await expect.element(settings.getByText('Memory cleared.')).toBeVisible()
  expect(fake.memory).toBe('')
  await settings.getByRole('checkbox', { name: 'Remember things across sessions' }).click()
  await expect.element(notes).not.toBeInTheDocument()
  await expect.poll(() => fake.preferences.memory).toBe(false)
})

it('Save in Settings > Memory wiped what the model had remembered meanwhile: both stand there, and nothing typed is lost', async () => {
  const fake = makeFakeWorker()
  fake.memory = '- likes tea'
  await openPage(fake)
  await button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Memory' }).click()
  const notes = settings.getByRole('textbox', { name: 'Memory (memory.md)' })
  const save = settings.getByRole('button', { name: 'Save', exact: true })
  const remember = (text: string): void => {
    fake.memory = text
    fake.send({ type: 'settings-changed' })
  }
  await expect.element(notes).toHaveValue('- likes tea')
  // nothing is being edited: it is read again
  remember('- likes tea\n- has a dog')
  await expect.element(notes).toHaveValue('- likes tea\n- has a dog')
  // lines that came and went join what was typed
  await notes.fill('- likes tea\n- has a dog\n- lives in Kiel')
  remember('- has a dog\n- plays chess')
  await save.click()
  await expect.element(settings.getByText(/Memory has changed meanwhile/)).toBeVisible()
  await expect.element(notes).toHaveValue('- has a dog\n- lives in Kiel\n- plays chess')
  expect(fake.memory).toBe('- has a dog\n- plays chess')
  await save.click()
  await expect.element(settings.getByText('Saved.')).toBeVisible()
  expect(fake.memory).toBe('- has a dog\n- lives in Kiel\n- plays chess')
  // a line that both have changed: the person sees both, and decides
  await notes.fill('- has a black dog')
  remember('- has a white dog\n- plays chess')
  await save.click()
  const now = settings.getByRole('textbox', { name: 'Current memory' })
  await expect.element(now).toHaveValue('- has a white dog\n- plays chess')
  await expect.element(notes).toHaveValue('- has a black dog')
  await save.click()
  await expect.element(now).not.toBeInTheDocument()
  expect(fake.memory).toBe('- has a black dog')
  // what fails for another reason is told as it is
  fake.refuses.set('set-memory', 'The disk is full.')
  await notes.fill('- has two dogs')
  await save.click()
  await expect.element(settings.getByText('The disk is full.')).toBeVisible()
  await expect.element(notes).toHaveValue('- has two dogs')
  fake.refuses.clear()
  // "Forget all" forgets whatever is there
  fake.memory = '- one more'
  await settings.getByRole('button', { name: 'Forget all' }).click()
  await expect.element(settings.getByText('Memory cleared.')).toBeVisible()
  expect(fake.memory).toBe('')
})

it('a message that alone fills the window is held up once, with the way out; a second Send sends it', async () => {
  const fake = makeFakeWorker()
  const { config } = fake.addSession('one', [])
  config.window = { size: 2000, maxOutput: null, by: 'person' }
  await openPage(fake, '#/session/one')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('word '.repeat(2000))
  await button('Send').click()
  await expect
    .element(page.getByText(/This message alone fills the model’s context window. Attach the text/))
    .toBeVisible()
  expect(inputs(fake)).toEqual([])
  await button('Send').click()
  await expect.poll(() => inputs(fake).map(({ type }) => type)).toEqual(['user-send-message'])
})

it('a summary that failed before it cost anything was not told of; that there is nothing to summarise still is not', async () => {
  const fake = makeFakeWorker()
  const failed = (reason: string) => ({ compressFailed: { count: 0, reason } })
  fake.addSession('one', [userRow(0, 'Tea?')], failed('There is nothing that could be summarised yet.'))
  await openPage(fake, '#/session/one')
  await expect.element(page.getByText('Tea?')).toBeVisible()
  fake.commit('one', { head: failed('The key is wrong.') })
  await expect.element(page.getByText('Couldn’t summarise earlier messages: The key is wrong.')).toBeVisible()
  fake.commit('one', { head: failed('There is nothing that could be summarised yet.') })
  await expect.element(page.getByText(/Couldn’t summarise/)).not.toBeInTheDocument()
})

it('a summary that was made of a part of its messages says how many were not read for it', async () => {
  const fake = makeFakeWorker()
  fake.context = { ...seen(fake), summary: { ...summary, facts: { files: [], unknown: [], unread: 1234 } } }
  const rows = [userRow(0, 'Tea?'), answerRow(1, 'Yes.'), userRow(2, 'And now?'), answerRow(3, 'Now.')]
  fake.addSession('one', rows, { summaryCutAt: 2, contextSize: 9000 })
  await openPage(fake, '#/session/one')
  const row = page.getByRole('article', { name: 'Summary' })
  await row.getByRole('button', { name: 'Show' }).click()
  await expect.element(row.getByText(/^1,?234 of these messages didn’t fit/)).toBeVisible()
})
