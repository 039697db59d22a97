import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { makeGate } from '../../support/gate.ts'
import { openPage } from './open-page.ts'

const box = page.getByRole('textbox', { name: 'Message' })
const chips = page.getByRole('list', { name: 'Attachments' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const words = Array.from({ length: 900 }, (_, n) => `word number ${n}`).join(' ')

/** As the browser says it; what nobody prevents it writes into the box. */
function paste(text: string): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return !box.element().dispatchEvent(event)
}
async function inSession(): Promise<FakeWorker> {
  const fake = makeFakeWorker()
  fake.addSession('one', [])
  // what it says that it stored
  fake.blobs.set('0'.repeat(64), new TextEncoder().encode(words))
  await openPage(fake, '#/session/one')
  await expect.element(button('Attach files').last()).toBeVisible()
  await box.fill('What is this?')
  return fake
}

it('a paste of many thousand characters buries the question: it is attached, is seen by a press, and can be removed', async () => {
  await inSession()
  expect(paste('short')).toBe(false)
  expect(paste('line\n'.repeat(150))).toBe(false)
  expect(paste('line\n'.repeat(250))).toBe(true)
  await expect.element(button('Remove Pasted text')).toBeVisible()
  await button('Remove Pasted text').click()
  await expect.element(chips).not.toBeInTheDocument()
  expect(paste(words)).toBe(true)
  await expect.element(chips).toHaveTextContent(`Pasted text${words.length.toLocaleString('en')} characters`)
  await expect.element(box).toHaveValue('What is this?')
  await button('Open Pasted text').click()
  const dialog = page.getByRole('dialog', { name: 'Pasted text' })
  await expect.element(dialog).toHaveTextContent('word number 899')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

it('two pasted texts had one name, and their buttons with it: each has its own', async () => {
  await inSession()
  paste(words)
  await expect.element(button('Remove Pasted text')).toBeVisible()
  paste(words)
  await expect.element(button('Put Pasted text 2 into the message')).toBeVisible()
  expect(button('Remove Pasted text').elements()).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box).toHaveValue(`What is this?\n\n${words}`)
  await expect.element(button('Remove Pasted text')).toBeVisible()
})

it('what was attached by a long paste can be words of the message: by its button, and by Ctrl+Z right after it', async () => {
  await inSession()
  paste(words)
  await button('Put Pasted text into the message').click()
  await expect.element(box).toHaveValue(`What is this?\n\n${words}`)
  await expect.element(box).toHaveFocus()
  await expect.element(chips).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box).toHaveValue('What is this?')

  paste(words)
  await expect.element(button('Put Pasted text into the message')).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box).toHaveValue(`What is this?\n\n${words}`)
  await expect.element(chips).not.toBeInTheDocument()
})

it('Ctrl+Z after more was written takes that back, and the pasted text stays attached', async () => {
  await inSession()
  paste(words)
  await expect.element(button('Put Pasted text into the message')).toBeVisible()
  await box.click()
  await userEvent.keyboard('!{Control>}z{/Control}')
  await expect.element(chips).toBeVisible()
  await expect.element(box).not.toHaveValue(`What is this?\n\n${words}`)
})

it('while it is asked whether the model sees a picture, the attachments were taken off the page, and a long paste was lost to them', async () => {
  const fake = await inSession()
  const answer = makeGate()
  fake.waits.set('models', answer.opened)
  const picture = makeGate()
  fake.waits.set('blob', picture.opened)
  const clipboardData = new DataTransfer()
  const canvas = new OffscreenCanvas(4, 4)
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4)
  clipboardData.items.add(new File([await canvas.convertToBlob()], 'screen.png', { type: 'image/png' }))
  box.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => fake.requests('models').length).toBe(1)
  await expect.element(button('Remove screen.png')).toBeVisible()
  await expect.element(button('Attach files').last()).toBeVisible()
  expect(paste(words)).toBe(true)
  await expect.element(button('Remove Pasted text')).toBeVisible()
  answer.open()
  picture.open()
  await expect.element(button('Remove screen.png')).toBeVisible()
  await expect.element(button('Remove Pasted text')).toBeVisible()
})
