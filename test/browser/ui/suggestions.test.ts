import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = page.getByRole('textbox', { name: 'Message' })
const button = (name: string) => page.getByRole('button', { name })

it('a press on what can be done dropped a file that was still being prepared: it is attached, and the words join the others', async () => {
  const fake = makeFakeWorker()
  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: [], createdAt: 1, hasKey: true }]
  await openPage(fake, '#/')
  await expect.element(button('Run code')).toBeVisible()
  await expect.element(button('Attach files').last()).toBeVisible()
  await box.fill('Count the lines.')
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['one\ntwo'], 'lines.txt', { type: 'text/plain' }))
  box.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  ;(button('Run code').element() as HTMLElement).click()
  await expect.element(button('Remove lines.txt')).toBeVisible()
  await expect.element(button('Open lines.txt')).toBeVisible()
  await expect
    .element(box)
    .toHaveValue('Count the lines.\n\nWork this out with JavaScript, and show the code that you ran: ')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(box).toHaveValue('Count the lines.')
})
