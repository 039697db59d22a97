import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })
const written = () => (box().element() as HTMLTextAreaElement).value

it('code is saved to the files, a file that is there is replaced only after that was said; messages and words are quoted', async () => {
  const fake = makeFakeWorker()
  const answer = 'First words.\n\n```ts title="src/a.ts"\nconst a = 1\n```\n\nLast words.'
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, answer)])
  const session = fake.sessions.get('one')
  session?.files.push({
    path: 'src/b.ts',
    blob: 'b'.repeat(64),
    size: 1,
    mediaType: 'text/plain',
    seq: 1,
    timestamp: 1,
  })
  await openPage(fake, '#/session/one')
  const changes = () =>
    fake
      .commands()
      .flatMap(({ command }) =>
        command.kind === 'input' && command.input.type === 'user-change-files' ? command.input.files : [],
      )
  await page.getByRole('button', { name: 'Save to files' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save to files' })
  const name = dialog.getByRole('textbox', { name: 'File name' })
  await expect.element(name).toHaveValue('src/a.ts')
  await expect.element(dialog.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await name.fill('src/b.ts')
  await expect.element(dialog).toHaveTextContent('A file with this name exists.')
  expect(changes()).toEqual([])
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(changes).toMatchObject([{ path: 'src/b.ts', from: 'b'.repeat(64) }])
  await expect.element(dialog).not.toBeInTheDocument()
  // one undo brings back what was there
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => changes()[1]).toMatchObject({ path: 'src/b.ts', to: 'b'.repeat(64) })

  await box().fill('Before.')
  const row = page.getByRole('article', { name: 'Assistant' })
  await row.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Quote' }).click()
  await expect
    .poll(written)
    .toBe('Before.\n\n> First words.\n>\n> ```ts title="src/a.ts"\n> const a = 1\n> ```\n>\n> Last words.\n\n')
  await expect.element(box()).toHaveFocus()
  await box().fill('')
  const words = row.getByText('Last words.').element()
  getSelection()?.selectAllChildren(words)
  const beside = () => document.querySelector<HTMLElement>('.quote-selected')
  await expect.poll(beside).not.toBe(null)
  await page.elementLocator(beside() as HTMLElement).click()
  await expect.poll(written).toBe('> Last words.\n\n')
  await expect.poll(() => getSelection()?.toString()).toBe('')

  // the demo's last words lead on, and lead to the start page where there is a model already
  await page.getByRole('button', { name: 'Try this with your own model' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Add provider' })).toBeVisible()
})
