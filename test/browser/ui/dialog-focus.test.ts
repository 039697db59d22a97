import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { manyRows, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

/** Where the keys are when a dialog has opened: at what one came for, not at the button that closes it. */

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const fromMenu = async (item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

it('All sessions began at Close: its letters go to the search', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2))
  await openPage(fake, '#/session/one')
  await fromMenu('Select and tag')
  await expect.poll(focused).toBe('Find by title')
})

it('the inspector began at Close: its arrows go through the journal once that is read', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(20))
  await openPage(fake, '#/session/one')
  await fromMenu('Inspect')
  await expect.poll(focused).toBe('Position in the journal')
})

it('an attached text began at Close: its keys scroll the words once they are there', async () => {
  const fake = makeFakeWorker()
  const words = '2'.repeat(64)
  fake.blobs.set(words, new TextEncoder().encode('Long words'))
  const document = { type: 'document', name: 'b.txt', mediaType: 'text/plain', blob: words, words, length: 10 } as const
  fake.addSession('one', [{ ...userRow(0, 'Read this'), content: [document] }])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Open b.txt' }).click()
  await expect.poll(focused).toBe('Long words')
})
