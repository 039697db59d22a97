import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const bar = () => page.getByRole('region', { name: 'Replay' })
const slider = () => bar().getByRole('slider', { name: 'Position in the journal' })
const log = () => page.getByRole('log', { name: 'Conversation' })

it('the conversation is dragged, stepped and played through in its own place; nothing in it acts on now, and now comes back', async () => {
  const fake = makeFakeWorker()
  const session = fake.addSession('one', manyRows(24))
  const file = { size: 12, mediaType: 'text/plain', seq: 1, timestamp: 1 }
  session.files = [
    { path: 'notes.txt', blob: 'a'.repeat(64), ...file },
    { path: 'lost.txt', blob: 'b'.repeat(64), ...file },
  ]
  fake.blobs.set('a'.repeat(64), new TextEncoder().encode('kites of then'))
  await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await expect.element(slider()).toHaveAttribute('max', '23')
  // it begins where one was, and says what happened in words
  await expect.element(bar().getByText('Now', { exact: true })).toBeVisible()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Input 24 of 24: The answer/))
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '24')
  await expect.element(bar().getByRole('button', { name: 'Play from the start' })).toBeVisible()
  slider().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(bar().getByText('Past', { exact: true })).toBeVisible()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Input 1 of 24: You wrote, /))
  await expect.element(log().getByRole('article')).toHaveAttribute('aria-setsize', '1')
  // files open as they were then; what is not kept any more is said so
  await bar().getByText('2 files at that time').click()
  await bar().getByRole('button', { name: 'notes.txt' }).click()
  const then = page.getByRole('dialog', { name: 'notes.txt, at that time' })
  await expect.element(then).toHaveTextContent('kites of then')
  await then.getByRole('button', { name: 'Close' }).click()
  await bar().getByRole('button', { name: 'lost.txt' }).click()
  await expect.element(page.getByRole('dialog', { name: /lost/ })).toHaveTextContent('content of this file is missing')
  await page.getByRole('dialog', { name: /lost/ }).getByRole('button', { name: 'Close' }).click()
  // what would write, edit or ask again is not there
  await expect.element(page.getByRole('textbox', { name: 'Message' })).not.toBeInTheDocument()
  for (const name of ['Edit', 'Ask again', 'Branch', 'Copy'])
    expect(log().getByRole('button', { name }).elements()).toEqual([])

  await bar().getByRole('button', { name: 'Next version' }).click()
  await bar().getByRole('button', { name: 'Next version' }).click()
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '3')
  slider().element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '24')
  await expect.element(log().getByRole('article').last()).toHaveTextContent(/23/)
  // back in time the rows that came later are gone
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-setsize', '5')
  await expect.element(log().getByRole('article').last()).toHaveAttribute('aria-posinset', '5')

  await bar().getByRole('combobox', { name: 'Speed' }).selectOptions('Immediately')
  await bar().getByRole('button', { name: 'Play' }).click()
  await expect.element(log().getByRole('article').last(), { timeout: 20_000 }).toHaveAttribute('aria-setsize', '24')
  await expect.element(bar().getByRole('button', { name: 'Play from the start' })).toBeVisible()

  await userEvent.keyboard('{Escape}')
  await bar().getByRole('button', { name: 'Previous version' }).click()
  await bar().getByRole('button', { name: 'Continue with a model' }).click()
  await page
    .getByRole('menuitem', { name: /Fork here and continue with/ })
    .first()
    .click()
  await expect
    .poll(() => fake.commands().map(({ command }) => command.kind))
    .toEqual(expect.arrayContaining(['branch-session', 'input', 'input']))
  expect(fake.commands().find(({ command }) => command.kind === 'branch-session')?.command).toMatchObject({
    at: { seq: 23 },
    variant: false,
  })
  await bar().getByRole('button', { name: 'Back to now' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

it('a recording stands where one would write, and is played from there', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(6), { recorded: true })
  await openPage(fake, '#/session/one')
  const recording = page.getByRole('region', { name: 'Recording' })
  await expect.element(recording).toHaveTextContent('Imported recording (read-only)')
  expect(page.getByRole('textbox', { name: 'Message' }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Session options' }).elements()).toEqual([])
  await recording.getByRole('button', { name: 'Replay' }).click()
  await expect.element(bar().getByRole('button', { name: 'Pause' })).toBeVisible()
  // acting again is a choice, with a warning
  const acts = bar().getByRole('combobox', { name: 'Tools in a copy' })
  await expect.element(acts).toHaveValue('recorded')
  expect(
    bar()
      .getByText(/happen for real/)
      .elements(),
  ).toEqual([])
  for (const label of ['Run tools again', 'Use recorded results, run the rest']) {
    await acts.selectOptions(label)
    await expect.element(bar().getByText(/happen for real, with your accounts/)).toBeVisible()
  }
  await acts.selectOptions('Use recorded results only')
  await bar().getByRole('button', { name: 'Back to now' }).click()
  await recording.getByRole('button', { name: 'Continue in a copy' }).click()
  await expect.poll(() => fake.commands().at(-1)?.command).toMatchObject({ kind: 'branch-session', from: 'one' })
})

it('a black box that the installed app was started with is opened, also when the page was not there yet; one that is gone says so', async () => {
  type Consumer = (launch: { files: readonly FileSystemFileHandle[] }) => void
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle('run <b>.reflexor', { create: true })
  let consumer: Consumer | null = null
  const own = Object.getOwnPropertyDescriptor(window, 'launchQueue')
  // as the browser's own: it holds a launch until somebody takes it
  Object.defineProperty(window, 'launchQueue', {
    configurable: true,
    value: {
      setConsumer: (take: Consumer) => {
        consumer = take
        take({ files: [handle] })
      },
    },
  })
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(window, 'launchQueue')
    else Object.defineProperty(window, 'launchQueue', own)
  })
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  const dialog = page.getByRole('dialog', { name: 'Open a file' })
  await expect.element(dialog).toHaveTextContent('run <b>.reflexor')
  expect(fake.requests('look-into-import').length + fake.requests('import').length).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await folder.removeEntry('run <b>.reflexor')
  const start = consumer as Consumer | null
  start?.({ files: [handle] })
  await expect
    .element(page.getByText('Couldn’t open run <b>.reflexor. It may have been moved or deleted.'))
    .toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('of several black boxes that came at once all but the first were lost without a word, and so was a picture beside them: they are opened one after the other', async () => {
  type Consumer = (launch: { files: readonly FileSystemFileHandle[] }) => void
  const folder = await navigator.storage.getDirectory()
  const handle = (name: string) => folder.getFileHandle(name, { create: true })
  const launched = await Promise.all(['one.reflexor', 'two.reflexor'].map(handle))
  const own = Object.getOwnPropertyDescriptor(window, 'launchQueue')
  let consumer: Consumer | null = null
  const setConsumer = (take: Consumer): void => {
    consumer = take
  }
  Object.defineProperty(window, 'launchQueue', { configurable: true, value: { setConsumer } })
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(window, 'launchQueue')
    else Object.defineProperty(window, 'launchQueue', own)
  })
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await expect.poll(() => consumer).not.toBe(null)
  const start = consumer as Consumer | null
  const dialog = page.getByRole('dialog', { name: 'Open a file' })
  const closeEach = async (...names: string[]): Promise<void> => {
    for (const name of names) {
      await expect.element(dialog).toHaveTextContent(name)
      await dialog.getByRole('button', { name: 'Close' }).click()
    }
    await expect.element(dialog).not.toBeInTheDocument()
  }
  start?.({ files: launched })
  await closeEach('one.reflexor', 'two.reflexor')

  const dataTransfer = new DataTransfer()
  for (const name of ['three.reflexor', 'notes.txt', 'four.reflexor'])
    dataTransfer.items.add(new File(['words'], name, name.endsWith('.txt') ? { type: 'text/plain' } : {}))
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  await closeEach('three.reflexor', 'four.reflexor')
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('notes.txt')
})

it('from within a replay, that of another session opened nothing', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(4), { title: 'First' })
  fake.addSession('two', manyRows(6), { title: 'Second' })
  await openPage(fake, '#/session/one')
  const list = page.getByRole('navigation', { name: 'Sessions' })
  const replay = async (title: string): Promise<void> => {
    const link = list.getByRole('link').filter({ hasText: title })
    await link.hover()
    await page
      .getByRole('button', { name: 'Actions' })
      .nth(list.getByRole('link').elements().indexOf(link.element()))
      .click()
    await page.getByRole('menuitem', { name: 'Replay' }).click()
  }
  await replay('First')
  await expect.element(slider()).toHaveAttribute('max', '3')
  await replay('Second')
  await expect.poll(() => location.hash).toBe('#/session/two')
  await expect.element(slider()).toHaveAttribute('max', '5')
})

it('messages in view went blank, and stayed so, when one went back in time by holding an arrow key, scrolled up', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(60), { title: 'First' })
  await openPage(fake, '#/session/one')
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await expect.element(slider()).toHaveAttribute('max', '59')
  const first = log().getByText('Question 0', { exact: true })
  await expect
    .poll(() => {
      // by hand: else it follows its end
      log().element().dispatchEvent(new WheelEvent('wheel'))
      log().element().scrollTop = 0
      return first.elements().length
    })
    .toBe(1)
  const blank = () => [...log().element().querySelectorAll('.message-absent')].length
  await expect.poll(blank).toBe(0)

  // each answer takes longer than a key that is held needs to be heard again
  fake.waits.get = () => new Promise((resolve) => setTimeout(resolve, 100))
  slider().element().focus()
  for (let key = 0; key < 12; key++) {
    await userEvent.keyboard('{ArrowLeft}')
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Input 48 of 60/))
  await expect.poll(blank).toBe(0)
  await expect.element(first).toBeInViewport()
})

it("Ctrl+F in a replay is the browser's, and no bar comes when now comes back; a search result leaves the replay", async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(4), { title: 'First' })
  await openPage(fake, '#/session/one')
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  await expect.element(slider()).toHaveAttribute('max', '3')
  const pressed: boolean[] = []
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'f') return
    pressed.push(event.defaultPrevented)
    event.preventDefault()
  }
  addEventListener('keydown', hear)
  onTestFinished(() => removeEventListener('keydown', hear))
  await userEvent.keyboard('{Control>}f{/Control}')
  expect(pressed).toEqual([false])
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('Find in this')
  await expect.element(page.getByRole('option', { name: /Find in this session/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')

  await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('searchbox').fill('Question')
  await search.getByRole('list', { name: 'Results' }).getByRole('link').last().click()
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}f{/Control}')
  expect(pressed.length).toBeGreaterThan(1)
  expect(pressed.at(-1)).toBe(true)
})
