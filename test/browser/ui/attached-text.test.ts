import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const [blob, words] = ['1'.repeat(64), '2'.repeat(64)]

/** A person opens this file of her message. Returns its text as shown. */
async function opened(name: string, mediaType: string, bytes: string): Promise<string> {
  const fake = makeFakeWorker()
  fake.blobs.set(blob, new TextEncoder().encode(bytes))
  fake.blobs.set(words, new TextEncoder().encode('What the model reads'))
  const attached = { type: 'document', name, mediaType, blob, words, length: 20, digest: true } as const
  fake.addSession('one', [{ ...userRow(0, 'Read this'), content: [attached] }])
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  const text = () => document.querySelector('.attached-words')?.textContent ?? ''
  await expect.poll(text).not.toBe('')
  return text()
}

it('a long text that was pasted could not be read again: its dialog showed only the beginning that the model got', async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `Line ${n} of the story.\n`).join('')
  expect(await opened('Pasted text', 'text/plain', lines)).toBe(lines)
})

it('of a text that is too long to show, the dialog says how much is missing', async () => {
  const shown = await opened('large.csv', 'text/csv', 'a,b\n'.repeat(60_000))
  expect(shown.length).toBeLessThan(210_000)
  expect(shown).toMatch(/40 kB more: download the file to see all\.$/)
})

it('of a file that is no text, the dialog shows what the model reads', async () => {
  expect(await opened('odd.log', 'application/octet-stream', '\u0000\u0001')).toBe('What the model reads')
})
