import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, streamingHead, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const row = (place: number) => page.getByRole('log').getByRole('article').nth(place)
/** Opens the menu of a message and presses an item. */
const act = async (place: number, name: string): Promise<void> => {
  await row(place).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}
const editor = () => page.getByRole('textbox', { name: 'Edit message' })
const sidebar = () => page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')

function talked(): FakeWorker {
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'Plan a kite'),
    answerRow(1, 'A red one.'),
    userRow(2, 'And then?'),
    answerRow(3, 'Fly it.'),
  ])
  return fake
}
const branches = (fake: FakeWorker) =>
  fake.commands().flatMap(({ command }) => (command.kind === 'branch-session' ? [command] : []))
const inputsTo = (fake: FakeWorker, id: string | undefined) =>
  fake
    .commands()
    .flatMap(({ command }) => (command.kind === 'input' && command.sessionId === id ? [command.input] : []))

it('an edit that was sent stood open with its words again, as if unsent, when another session was opened, or the page reloaded, before the copy was made', async () => {
  const fake = talked()
  fake.addSession('two', [userRow(0, 'Another')], { title: 'Another' })
  const opened = await openPage(fake, '#/session/one')
  const kept = () => Object.keys(sessionStorage).filter((key) => key.includes(':edit'))
  const save = page.getByRole('button', { name: 'Save and send' })
  const sending = page.getByRole('button', { name: 'Sending…' })
  const sendEdit = async (words: string) => {
    fake.acknowledges = false
    await row(2).getByRole('button', { name: 'Edit' }).click()
    await editor().fill(words)
    await save.click()
    await expect.element(sending).toBeDisabled()
  }
  const carryOut = () => {
    fake.acknowledges = true
    fake.send({ type: 'writer-changed', role: 'writer', epoch: 2 })
  }
  const show = async (id: string, words: string) => {
    location.hash = `#/session/${id}`
    await expect.element(row(0)).toHaveTextContent(words)
  }

  // made while another one is open
  await sendEdit('What colour?')
  await show('two', 'Another')
  carryOut()
  await expect.poll(kept).toEqual([])
  await show('one', 'Plan a kite')
  await expect.element(row(2)).toHaveTextContent('And then?')
  await expect.element(editor()).not.toBeInTheDocument()
  // come back before it is made
  await sendEdit('What size?')
  await show('two', 'Another')
  await show('one', 'Plan a kite')
  await expect.element(sending).toBeDisabled()
  carryOut()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.poll(kept).toEqual([])

  // reloaded before it is made
  await show('two', 'Another')
  await show('one', 'Plan a kite')
  await sendEdit('What shape?')
  opened.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(sending).toBeDisabled()
  carryOut()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.poll(kept).toEqual([])
  // sent again by the page, each is one
  expect(new Set(branches(fake).map(({ sessionId }) => sessionId)).size).toBe(3)
})

it('an edit that was refused after a reload is there to be sent again', async () => {
  const fake = talked()
  const opened = await openPage(fake, '#/session/one')
  fake.acknowledges = false
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('What colour?')
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeDisabled()
  opened.dispose()
  fake.refusal = 'This cannot be gone back to.'
  await openPage(fake, '#/session/one', true)
  await expect.element(page.getByRole('button', { name: 'Save and send' })).toBeEnabled()
  await expect.element(editor()).toHaveValue('What colour?')
})

it('an edit that was given up left the focus nowhere: Escape and Cancel take it back to Edit', async () => {
  await openPage(talked(), '#/session/one')
  const edit = row(2).getByRole('button', { name: 'Edit' })
  await edit.click()
  await expect.element(editor()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(edit).toHaveFocus()
  await edit.click()
  await row(2).getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).toHaveFocus()
})

it('in Safari the Escape that ends a composition threw an edit away, and its Enter gave a session half a name', async () => {
  // as Safari says such a key
  const endsComposition = (box: Element, key: string) =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }))
  const fake = talked()
  await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('然后呢')
  endsComposition(editor().element(), 'Escape')
  await expect.element(editor()).toHaveValue('然后呢')
  await sidebar().first().hover()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Session name' })
  await name.fill('feng')
  endsComposition(name.element(), 'Enter')
  await name.fill('风筝')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => inputsTo(fake, 'one').filter(({ type }) => type === 'user-name-session'))
    .toMatchObject([{ title: '风筝' }])
})

it('words of a table, of which programs copy a picture too, were pasted into an edit as the picture alone', async () => {
  await openPage(talked(), '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await expect.element(editor()).toHaveFocus()
  const paste = (words: string): boolean => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'table.png', { type: 'image/png' }))
    if (words !== '') clipboardData.setData('text/plain', words)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    editor().element().dispatchEvent(event)
    // else the browser writes the words
    return event.defaultPrevented
  }
  expect(paste('red\t5')).toBe(false)
  expect(paste('')).toBe(true)
  // a file manager says what the file is called
  expect(paste('table.png')).toBe(true)
})

it('a deleted session, and an Undo, left the focus nowhere: it goes to the session beside it, then to the main part', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Plan a kite')], { title: 'Kites' })
  fake.addSession('two', [userRow(0, 'Another')], { title: 'Another' })
  await openPage(fake, '#/session/two')
  const first = sidebar().filter({ hasText: 'Kites' })
  await first.hover()
  await page.getByRole('button', { name: 'Actions' }).nth(sidebar().elements().indexOf(first.element())).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  fake.sessions.delete('one')
  fake.announceSessions()
  const other = sidebar().filter({ hasText: 'Another' })
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(other).toHaveFocus()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect.element(undo).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.id).toBe('main')
})

it('the open session was deleted and left the focus nowhere: it goes to the box of the start page', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Plan a kite')], { title: 'Kites' })
  await openPage(fake, '#/session/one')
  await sidebar().first().hover()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  fake.sessions.delete('one')
  fake.announceSessions()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
})

it('a message is edited in its place and sent in a variant; both stay, one conversation in the list, arrows between them', async () => {
  const fake = talked()
  await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await expect.element(editor()).toHaveFocus()
  await expect.element(editor()).toHaveValue('And then?')
  // what a branch before this message leaves behind is said before it is sent
  await expect
    .element(page.getByText('It starts before: 1 notification shown. Those are not undone.'))
    .toBeInTheDocument()
  await expect.element(page.getByText('notes.md (didn’t exist yet)')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(editor()).not.toBeInTheDocument()
  expect(branches(fake)).toEqual([])

  await row(2).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('What colour?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => location.hash).not.toBe('#/session/one')
  const [made] = branches(fake)
  expect(made).toMatchObject({ from: 'one', at: { count: 2 }, variant: true })
  expect(inputsTo(fake, made?.sessionId)).toMatchObject([
    { type: 'user-send-message', content: [{ type: 'text', text: 'What colour?' }], delivery: 'steer' },
  ])
  // nothing ran in the old one: nothing is stopped there
  expect(inputsTo(fake, 'one')).toEqual([])
  await expect.element(row(2)).toHaveTextContent('What colour?')
  await expect.element(row(2).getByText('2 / 2')).toBeVisible()
  await expect.element(row(0).getByText('/')).not.toBeInTheDocument()
  await expect.element(sidebar()).toHaveLength(1)

  await row(2).getByRole('button', { name: 'Previous variant' }).click()
  await expect.element(row(2)).toHaveTextContent('And then?')
  await expect.element(row(2).getByText('1 / 2')).toBeVisible()
  await expect.element(row(2).getByRole('button', { name: 'Previous variant' })).toBeDisabled()
  await expect.element(row(3)).toHaveTextContent('Fly it.')
  await row(2).getByRole('button', { name: 'Next variant' }).click()
  await expect.element(row(2)).toHaveTextContent('What colour?')

  // deleted, the conversation goes with all of its variants, and comes back with them
  await sidebar().first().hover()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const gone = () =>
    fake
      .commands()
      .flatMap(({ command }) =>
        command.kind === 'input' && command.input.type === 'user-delete-session' ? [command.sessionId] : [],
      )
  await expect.poll(() => gone().sort()).toEqual(['one', made?.sessionId].sort())
})

it('another variant made the whole conversation anew: what both have stays what it was in the page, words half written too, and the arrow has the focus', async () => {
  const fake = talked()
  await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('What colour?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(row(2).getByText('2 / 2')).toBeVisible()
  const [first, own] = [row(0).element(), row(2).element()]
  const log = page.getByRole('log').element()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('For the second alone')
  await row(0).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('Half written')

  const back = row(2).getByRole('button', { name: 'Previous variant' })
  const opening: string[] = []
  const watching = new MutationObserver(() => opening.push(document.querySelector('.opening')?.textContent ?? ''))
  watching.observe(document.body, { childList: true, subtree: true })
  back.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(2).getByText('1 / 2')).toBeVisible()
  await expect.element(row(3)).toHaveTextContent('Fly it.')
  watching.disconnect()
  expect(opening.filter((words) => words !== '')).toEqual([])
  expect(page.getByRole('log').element()).toBe(log)
  expect(row(0).element()).toBe(first)
  expect(own.isConnected).toBe(false)
  // at the first of them there is no way back: the other arrow has it
  await expect.element(row(2).getByRole('button', { name: 'Next variant' })).toHaveFocus()
  // both were for the other variant
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('')
  expect(fake.requests('open-session')).toHaveLength(3)

  await userEvent.keyboard('{Enter}')
  await expect.element(row(2)).toHaveTextContent('What colour?')
  expect(row(0).element()).toBe(first)
  await expect.element(editor()).toHaveValue('Half written')
  await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('For the second alone')
})

it('an answer that took the place of a failed one could not be asked for again: the variant stood still after the failed one', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'Plan a kite'),
    answerRow(1, '', { status: 'replaced', settledAt: null }),
    answerRow(2, 'A red one.'),
  ])
  await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => branches(fake)).toMatchObject([{ from: 'one', at: { count: 1 }, variant: true }])
  const made = branches(fake)[0]?.sessionId
  await expect.poll(() => inputsTo(fake, made)).toMatchObject([{ type: 'user-retry', target: userRow(0, '').id }])
})

it('another model for one answer could only be the first of each provider', async () => {
  const fake = talked()
  fake.providers = [
    {
      ...{ id: 'a', kind: 'openai-compatible', label: 'Acme', baseUrl: 'https://acme.example/v1', createdAt: 1 },
      ...{ model: 'quick-1', models: ['quick-1', 'slow-1'], hasKey: true },
    },
  ]
  await openPage(fake, '#/session/one')
  await act(3, 'Ask another model')
  await page.getByRole('menuitem', { name: 'Other models…' }).click()
  await page.getByRole('combobox', { name: 'Find a model' }).fill('slow-1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => branches(fake)).toMatchObject([{ from: 'one', at: { count: 3 } }])
  const made = branches(fake)[0]?.sessionId
  await expect
    .poll(() => inputsTo(fake, made))
    .toMatchObject([
      { type: 'user-configure', config: { model: { providerId: 'a', model: 'slow-1' } } },
      { type: 'user-retry' },
    ])
})

it('an answer is asked for again, also of another model; a branch becomes a session of its own', async () => {
  const fake = talked()
  await openPage(fake, '#/session/one')
  const shown = (n: number) => expect.poll(() => location.hash).toBe(`#/session/${branches(fake)[n]?.sessionId}`)
  await row(3).getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => branches(fake)).toHaveLength(1)
  expect(branches(fake)[0]).toMatchObject({ from: 'one', at: { count: 3 }, variant: true })
  expect(inputsTo(fake, branches(fake)[0]?.sessionId)).toEqual([{ type: 'user-retry', target: 'user-2' }])

  // the page goes there by itself, which must not come after the way back
  await shown(0)
  location.hash = '#/session/one'
  await expect.element(row(3)).toHaveTextContent('Fly it.')
  await act(3, 'Ask another model')
  await page.getByRole('menuitem', { name: /demo/ }).click()
  await expect.poll(() => branches(fake)).toHaveLength(2)
  expect(inputsTo(fake, branches(fake)[1]?.sessionId)).toMatchObject([
    { type: 'user-configure', config: { model: { providerId: 'demo' } } },
    { type: 'user-retry', target: 'user-2' },
  ])

  await shown(1)
  location.hash = '#/session/one'
  await expect.element(row(3)).toHaveTextContent('Fly it.')
  await act(1, 'Branch')
  await expect.poll(() => branches(fake)).toHaveLength(3)
  expect(branches(fake)[2]).toMatchObject({ from: 'one', at: { count: 2 }, variant: false })
  await expect.element(page.getByRole('note', { name: 'Branch' })).toHaveTextContent('Branched from A session')
  await expect.element(sidebar()).toHaveLength(2)
})

it('an edit while a run goes on stops that run; what cannot be made keeps the words', async () => {
  const fake = makeFakeWorker()
  const working = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), working], streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  fake.send({
    ...{ type: 'stream', sessionId: 'one', cut: 1, attempt: 0, start: 1, way: 'asked' },
    parts: [{ index: 0, kind: 'text', text: 'Going', offset: 0 }],
  })
  // where it would stand
  await expect.element(row(1).getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  await expect.element(row(1).getByRole('button', { name: 'Ask again' })).not.toBeInTheDocument()
  await row(0).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('Wait')
  fake.refusal = 'This cannot be gone back to.'
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.element(page.getByText('This cannot be gone back to.').first()).toBeInTheDocument()
  await expect.element(editor()).toHaveValue('Wait')
  expect(location.hash).toBe('#/session/one')
  fake.refusal = null
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.poll(() => location.hash).not.toBe('#/session/one')
  expect(inputsTo(fake, 'one')).toContainEqual({ type: 'user-abort', run: 0 })
})

it('Copy in the middle of an answer said "Copied." and emptied the clipboard: it takes what is shown, and is not there while that is nothing', async () => {
  const { write } = navigator.clipboard
  const copied: ClipboardItem[] = []
  navigator.clipboard.write = async (items) => void copied.push(...items)
  onTestFinished(() => {
    navigator.clipboard.write = write
  })
  const fake = makeFakeWorker()
  const working = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), working], streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(row(0).getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  await expect.element(row(1).getByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
  fake.send({
    ...{ type: 'stream', sessionId: 'one', cut: 1, attempt: 0, start: 1, way: 'asked' },
    parts: [
      { index: 0, kind: 'thinking', text: 'Hm', offset: 0 },
      { index: 1, kind: 'text', text: 'So far', offset: 0 },
    ],
  })
  await row(1).getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => copied.length).toBe(1)
  expect(await (await copied[0]?.getType('text/plain'))?.text()).toBe('So far')
})

it('half-written words of an edit are there again after a reload', async () => {
  const fake = talked()
  const first = await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await editor().fill('And afterw')
  first.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(editor()).toHaveValue('And afterw')
})

it('a half-written edit took the focus whenever its row was made anew, and Escape, meant for the run, threw its words away', async () => {
  const fake = talked()
  fake.addSession('two', [userRow(0, 'Another')], { title: 'Another' })
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  const first = await openPage(fake, '#/session/one')
  await row(2).getByRole('button', { name: 'Edit' }).click()
  await expect.element(editor()).toHaveFocus()
  await editor().fill('And afterw')
  first.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(editor()).toHaveValue('And afterw')
  await expect.element(box).toHaveFocus()
  location.hash = '#/session/two'
  await expect.element(row(0)).toHaveTextContent('Another')
  location.hash = '#/session/one'
  await expect.element(editor()).toHaveValue('And afterw')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(editor()).toHaveValue('And afterw')
})

it('an answer is asked for again of the same model, which thinks harder', async () => {
  const fake = talked()
  const session = fake.sessions.get('one')
  if (session) session.config.model = { providerId: 'mine', model: 'm1', thinking: 'low' }
  await openPage(fake, '#/session/one')
  await act(3, 'Ask another model')
  await expect.element(page.getByRole('menuitem', { name: 'Same model: high thinking' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Same model: low thinking' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Same model: high thinking' }).click()
  await expect.poll(() => branches(fake)).toHaveLength(1)
  expect(inputsTo(fake, branches(fake)[0]?.sessionId)).toMatchObject([
    { type: 'user-configure', config: { model: { providerId: 'mine', model: 'm1', thinking: 'high' } } },
    { type: 'user-retry', target: 'user-2' },
  ])
})

it('files are added to a message that is edited, and taken from it', async () => {
  const fake = talked()
  const first = fake.sessions.get('one')?.messages[0]
  const sha = 'a'.repeat(64)
  if (first?.role === 'user')
    first.content = [
      { type: 'document', name: 'old.txt', mediaType: 'text/plain', blob: sha, words: sha, length: 3 },
      ...first.content,
    ]
  await openPage(fake, '#/session/one')
  await row(0).getByRole('button', { name: 'Edit' }).click()
  await expect.element(editor()).toHaveFocus()
  const choose = (): HTMLInputElement | null => row(0).element().querySelector('input[type=file]')
  await expect.poll(choose).not.toBe(null)
  await userEvent.upload(choose() as HTMLInputElement, new File(['new words'], 'new.txt', { type: 'text/plain' }))
  await expect.element(row(0).getByRole('button', { name: 'Remove new.txt' })).toBeVisible()
  await row(0).getByRole('button', { name: 'Remove old.txt' }).click()
  await page.getByRole('button', { name: 'Save and send' }).click()
  await expect.poll(() => branches(fake)).toHaveLength(1)
  expect(inputsTo(fake, branches(fake)[0]?.sessionId)).toMatchObject([
    {
      type: 'user-send-message',
      content: [
        { type: 'document', name: 'new.txt' },
        { type: 'text', text: 'Plan a kite' },
      ],
    },
  ])
})

it('a message that was being edited had its old files again after a reload: those that were taken away, and not the new one', async () => {
  const fake = talked()
  const sha = 'a'.repeat(64)
  const first = fake.sessions.get('one')?.messages[0]
  if (first?.role === 'user')
    first.content = [
      { type: 'document', name: 'old.txt', mediaType: 'text/plain', blob: sha, words: sha, length: 3 },
      ...first.content,
    ]
  const before = await openPage(fake, '#/session/one')
  await row(0).getByRole('button', { name: 'Edit' }).click()
  const choose = (): HTMLInputElement | null => row(0).element().querySelector('input[type=file]')
  await expect.poll(choose).not.toBe(null)
  await userEvent.upload(choose() as HTMLInputElement, new File(['new words'], 'new.txt', { type: 'text/plain' }))
  await expect.element(row(0).getByRole('button', { name: 'Remove new.txt' })).toBeVisible()
  await row(0).getByRole('button', { name: 'Remove old.txt' }).click()
  before.dispose()

  const after = await openPage(fake, '#/session/one', true)
  await expect.element(editor()).toHaveValue('Plan a kite')
  await expect.element(row(0).getByRole('button', { name: 'Remove new.txt' })).toBeVisible()
  expect(row(0).getByRole('button', { name: 'Remove old.txt' }).query()).toBe(null)
  // given up, it begins with what the message has
  await row(0).getByRole('button', { name: 'Cancel' }).click()
  await row(0).getByRole('button', { name: 'Edit' }).click()
  await expect.element(row(0).getByRole('button', { name: 'Remove old.txt' })).toBeVisible()
  expect(row(0).getByRole('button', { name: 'Remove new.txt' }).query()).toBe(null)
  after.dispose()
})

it('what an asking that broke off had said can be looked at after the new answer has passed it, and has ended', async () => {
  const fake = makeFakeWorker()
  const working = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), working], streamingHead(1, 1))
  await openPage(fake, '#/session/one')
  await expect.element(row(0)).toHaveTextContent('Go')
  const say = (start: number, text: string): void =>
    fake.send({
      ...{ type: 'stream', sessionId: 'one', cut: 1, attempt: 0, start, way: start === 1 ? 'asked' : 'asked-again' },
      parts: [{ index: 0, kind: 'text', text, offset: 0 }],
    })
  say(1, 'The old half')
  await expect.element(row(1)).toHaveTextContent('The old half')
  await expect.element(row(1).getByRole('button', { name: 'Copy' })).toBeInTheDocument()
  // nothing was interrupted yet, and there is nothing else to do with it
  await expect.element(row(1).getByRole('button', { name: 'More', exact: true })).not.toBeInTheDocument()
  say(2, 'A new one, longer than it')
  await expect.element(row(1)).toHaveTextContent('A new one, longer than it')
  fake.commit('one', { head: { live: [] }, messages: [answerRow(1, 'A new one, longer than it.')] })
  await act(1, 'Interrupted version')
  await expect.element(page.getByRole('dialog', { name: 'Interrupted version' })).toHaveTextContent('The old half')
  await userEvent.keyboard('{Escape}')
  await expect.element(row(1)).not.toHaveTextContent('The old half')
})

it('all that runs or waits is on one board, and is stopped and opened from there', async () => {
  const fake = makeFakeWorker()
  const working = answerRow(1, '', { status: 'streaming', settledAt: null })
  fake.addSession('one', [userRow(0, 'Go'), working], { ...streamingHead(1, 1), title: 'A long task' })
  fake.addSession('two', [userRow(0, 'Hello'), answerRow(1, 'Hi')], { title: 'At rest' })
  await openPage(fake, '#/session/two')
  await page.getByRole('button', { name: 'Activity' }).click()
  const board = page.getByRole('dialog', { name: 'Activity' })
  await expect.element(board.getByRole('region', { name: 'Running' })).toHaveTextContent('A long task')
  await expect.element(board).not.toHaveTextContent('At rest')
  await board.getByRole('button', { name: 'Stop A long task' }).click()
  await expect.poll(() => inputsTo(fake, 'one')).toEqual([{ type: 'user-abort' }])
  await board.getByRole('link', { name: 'Open A long task' }).click()
  await expect.poll(() => location.hash).toBe('#/session/one')
  await expect.element(board).not.toBeInTheDocument()
})
