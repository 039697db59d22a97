import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = page.getByRole('textbox', { name: 'Message' })
const chips = page.getByRole('list', { name: 'Attachments' })
const send = page.getByRole('button', { name: 'Send', exact: true })

/** As the browser says it of files that were copied. */
function paste(...names: string[]): void {
  const clipboardData = new DataTransfer()
  for (const name of names) clipboardData.items.add(new File([`words of ${name}`], name, { type: 'text/plain' }))
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** A session into which two files were pasted; they are ready when `store` is called. */
async function withFiles(words: string) {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  let store = (): void => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  fake.waits.set('put-blob', stored)
  const opened = await openPage(fake, '#/session/one')
  await expect.element(page.getByRole('button', { name: 'Attach files' }).last()).toBeVisible()
  await box.fill(words)
  paste('a.txt', 'b.txt')
  await expect.element(chips).toHaveTextContent('a.txtPreparing…b.txtPreparing…')
  const sent = () =>
    fake
      .commands()
      .flatMap(({ command }) => (command.kind === 'input' && 'content' in command.input ? [command.input.content] : []))
  return { fake, store, sent, opened }
}

it('sent before its files were ready, a message had to be sent once more: it goes with all of them when they are', async () => {
  const { fake, store, sent } = await withFiles('What are these?')
  await box.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Sends when the files are ready.')).toBeVisible()
  expect(fake.commands()).toEqual([])
  store()
  await expect
    .poll(sent)
    .toMatchObject([[{ name: 'a.txt' }, { name: 'b.txt' }, { type: 'text', text: 'What are these?' }]])
  await expect.element(box).toHaveValue('')
  await expect.element(chips).not.toBeInTheDocument()
})

it('a file that was still being made ready was lost by a reload, and nobody was told', async () => {
  const { fake, opened } = await withFiles('What are these?')
  // as by a reload: what was under way is gone with the page
  opened.dispose()
  await openPage(fake, '#/session/one', true)
  await expect
    .element(chips)
    .toHaveTextContent(
      /a\.txtNot attached: It wasn’t ready when you left this page\. Attach it again\.b\.txtNot attached: It wasn’t ready/,
    )
  await page.getByRole('button', { name: 'Remove a.txt' }).click()
  await page.getByRole('button', { name: 'Remove b.txt' }).click()
  await expect.element(chips).not.toBeInTheDocument()
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('reflexor:unfinished:'))).toEqual([])
})

it('a file whose bytes were stored when the page was left is made ready by itself; one whose bytes are gone is named', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  fake.blobs.set('b'.repeat(64), new TextEncoder().encode('words that were kept'))
  const first = await openPage(fake, '#/session/one')
  first.dispose()
  const rows = [
    ['k1', 'kept.txt', 'b'.repeat(64), 'text/plain'],
    ['k2', 'gone.txt', 'c'.repeat(64), 'text/plain'],
    ['k3', 'early.txt'],
    ['k4', 'not a row', 'x', 'y'],
  ]
  sessionStorage.setItem('reflexor:unfinished:one', JSON.stringify(rows))
  await openPage(fake, '#/session/one', true)
  await expect.element(page.getByRole('button', { name: 'Open kept.txt' })).toBeVisible()
  await expect.element(chips).toHaveTextContent(/gone\.txtNot attached: It wasn’t ready/)
  await expect.element(chips).toHaveTextContent(/early\.txtNot attached: It wasn’t ready/)
  expect(chips.element().textContent).not.toContain('not a row')
  // what was taken, and told, is not brought once more
  expect(JSON.parse(sessionStorage.getItem('reflexor:unfinished:one') ?? '[]')).toEqual([['k3', 'early.txt']])
})

it('files alone are sent by the button before they are ready', async () => {
  const { store, sent } = await withFiles('')
  await send.click()
  store()
  await expect.poll(sent).toMatchObject([[{ name: 'a.txt' }, { name: 'b.txt' }]])
})

it('whoever writes on meanwhile sends it when they mean to', async () => {
  const { fake, store, sent } = await withFiles('What are')
  await box.click()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(box, ' these?')
  await expect.element(page.getByText('Sends when the files are ready.')).not.toBeInTheDocument()
  store()
  await expect.element(chips).not.toHaveTextContent('Preparing…')
  expect(fake.commands()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(sent).toHaveLength(1)
})

it('with a file that cannot be attached it stays, and that is said', async () => {
  const { fake, store } = await withFiles('What are these?')
  await box.click()
  await userEvent.keyboard('{Enter}')
  fake.refuses.set('put-blob', 'The disk is full.')
  store()
  await expect.element(page.getByText('Not sent: a file couldn’t be attached.')).toBeVisible()
  await expect.element(chips).toHaveTextContent('Not attached: The disk is full.')
  await expect.element(box).toHaveValue('What are these?')
  expect(fake.commands()).toEqual([])
})
