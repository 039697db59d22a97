import { unzipSync } from 'fflate'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FileEntry } from '../../../src/agent/state.ts'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { zipFiles } from '../../../src/ui/files/zip-files.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openFiles, openPage } from './open-page.ts'

const sha = (n: number): string => n.toString(16).padStart(64, '0')
function entry(fake: FakeWorker, path: string, text: string, n: number): FileEntry {
  const bytes = new TextEncoder().encode(text)
  fake.blobs.set(sha(n), bytes)
  return { path, blob: sha(n), size: bytes.length, mediaType: '', seq: 1, timestamp: Date.UTC(2026, 0, 1) }
}
function withFiles(...texts: [path: string, text: string][]): FakeWorker {
  const fake = makeFakeWorker()
  fake.addSession('one', []).files = texts.map(([path, text], n) => entry(fake, path, text, n + 1))
  return fake
}
const inputs = (fake: FakeWorker): UserIntent[] =>
  fake.commands().flatMap(({ command }) => (command.kind === 'input' ? [command.input] : []))
const item = (name: string) => page.getByRole('treeitem', { name })
const drop = (onto: Element, ...files: File[]): void => {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const events = ['dragover', 'drop'].map(
    (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
  )
  for (const event of events) onto.dispatchEvent(event)
  // else the browser would open the file in place of the page
  expect(events.map((event) => event.defaultPrevented)).toEqual([true, true])
}

it('dropped files are stored under their names, over what stands there; a refusal is shown', async () => {
  const fake = withFiles(['a.md', 'old'])
  await openPage(fake, '#/session/one')
  await expect.element(item('a.md')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Files', exact: true }).element()
  drop(panel, new File(['new'], 'a.md', { type: 'text/markdown' }), new File(['b'], 'b.txt', { type: 'text/plain' }))
  await expect.element(item('b.txt')).toBeVisible()
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([
      {
        type: 'user-change-files',
        files: [
          { path: 'a.md', from: sha(1), to: sha(0), size: 3, mediaType: 'text/markdown' },
          { path: 'b.txt', from: null, size: 1, mediaType: 'text/plain' },
        ],
      },
    ])
  fake.refusal = 'The path "c" cannot be used.'
  drop(panel, new File(['c'], 'c'))
  await expect.element(page.getByRole('status', { name: 'Notice' })).toHaveTextContent(fake.refusal)
})

it('what is dropped beside the panel is stored too, and the page stays', async () => {
  const fake = withFiles()
  await openPage(fake, '#/session/one')
  await openFiles()
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  drop(page.getByRole('log', { name: 'Conversation' }).element(), new File(['b'], 'b.txt'))
  await expect.element(item('b.txt')).toBeVisible()
})

it('files that are dragged over the page find a place for the message and one for the workspace; both take what is dropped there', async () => {
  const fake = withFiles()
  await openPage(fake, '#/session/one')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect.element(log).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Attach files' }).last()).toBeVisible()
  const zone = (words: string) => page.getByText(words, { exact: true })
  const drag = (...files: File[]): DataTransfer => {
    const dataTransfer = new DataTransfer()
    for (const file of files) dataTransfer.items.add(file)
    log.element().dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true }))
    return dataTransfer
  }
  const letGo = (words: string, dataTransfer: DataTransfer): void => {
    const place = zone(words).element().parentElement
    place?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }
  const first = drag(new File(['a'], 'a.txt', { type: 'text/plain' }))
  await expect.element(zone('Attach to the message')).toBeVisible()
  letGo('Attach to the message', first)
  await expect.element(page.getByRole('list', { name: 'Attachments' })).toHaveTextContent('a.txt')
  await expect.element(zone('Attach to the message')).not.toBeInTheDocument()
  expect(item('a.txt').query()).toBeNull()

  const second = drag(new File(['b'], 'b.txt', { type: 'text/plain' }))
  await expect.element(zone('Add to Files')).toBeVisible()
  const places = ['Attach to the message', 'Add to Files'].map((words) => zone(words).element().parentElement)
  places[1]?.dispatchEvent(new DragEvent('dragover', { dataTransfer: second, bubbles: true, cancelable: true }))
  // by the drag: browsers do not tell styles what it is over
  const colours = () => places.map((place) => place && getComputedStyle(place).backgroundColor)
  await expect.poll(() => new Set(colours()).size).toBe(2)
  letGo('Add to Files', second)
  await expect.element(item('b.txt')).toBeVisible()

  // it left the page, which no browser tells reliably
  drag(new File(['c'], 'c.txt'))
  await expect.element(zone('Add to Files')).toBeVisible()
  await expect.element(zone('Add to Files')).not.toBeInTheDocument()

  // a picture of the page itself is dragged: nothing of a person's own
  log.element().dispatchEvent(new DragEvent('dragstart', { bubbles: true }))
  drag(new File(['d'], 'd.png'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(zone('Add to Files').query()).toBeNull()
  // its row may have left the page meanwhile, and no end is told
  window.dispatchEvent(new PointerEvent('pointermove'))
  drag(new File(['e'], 'e.txt'))
  await expect.element(zone('Add to Files')).toBeVisible()
})

it('a notice shows signs that turn words round as what they are', async () => {
  const fake = withFiles()
  await openPage(fake, '#/session/one')
  await openFiles()
  fake.refusal = 'The path "evil\u202egnp.svg" cannot be used.'
  drop(page.getByRole('region', { name: 'Files', exact: true }).element(), new File(['c'], 'c'))
  await expect.element(page.getByRole('status', { name: 'Notice' })).toHaveTextContent('evil\\u202egnp.svg')
})

it('a folder on disk is linked, allowed again, and unlinked', async () => {
  const fake = withFiles()
  const root = await navigator.storage.getDirectory()
  const picker = vi.fn().mockResolvedValue(root)
  const before = Object.getOwnPropertyDescriptor(window, 'showDirectoryPicker')
  Object.defineProperty(window, 'showDirectoryPicker', { value: picker, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(window, 'showDirectoryPicker', before)
  })
  await openPage(fake, '#/session/one')
  await openFiles()
  await page.getByRole('button', { name: 'Link folder' }).click()
  await expect.element(page.getByRole('button', { name: 'Unlink' })).toBeVisible()
  expect(picker).toHaveBeenCalledWith({ id: 'session', mode: 'readwrite' })
  // after a reload the browser may want the person's word anew
  fake.folder = { folder: root, allowed: false }
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The browser needs you to allow this folder again.')
  fake.folder = { folder: root, allowed: true }
  await page.getByRole('button', { name: 'Allow access again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(page.getByRole('button', { name: 'Link folder' })).toBeVisible()
  await expect.poll(() => fake.folder).toBeNull()
})

it('a browser that cannot link a folder says so', async () => {
  const before = Object.getOwnPropertyDescriptor(window, 'showDirectoryPicker')
  Object.defineProperty(window, 'showDirectoryPicker', { value: undefined, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(window, 'showDirectoryPicker', before)
  })
  await openPage(withFiles(), '#/session/one')
  await expect.element(page.getByText('This browser can’t link folders on disk.')).toBeVisible()
})

it('a change that no longer applies is said, not passed over in silence', async () => {
  const fake = withFiles(['a.md', 'old'])
  await openPage(fake, '#/session/one')
  await item('a.md').click()
  fake.acknowledges = false
  await page.getByRole('button', { name: 'More for a.md' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => fake.commands().length).toBe(1)
  fake.send({ type: 'acknowledged', id: fake.commands()[0]?.id ?? '', outcome: 'unapplied' })
  await expect.element(page.getByRole('status', { name: 'Notice' })).toHaveTextContent('Nothing was changed')
})

it('a file is renamed, not over another one; deleted; and brought back', async () => {
  const fake = withFiles(['a.md', 'A'], ['b.md', 'B'])
  await openPage(fake, '#/session/one')
  const rename = async (name: string): Promise<void> => {
    await item('a.md').click()
    await page.getByRole('button', { name: 'More for a.md' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'File name' }).fill(name)
    await userEvent.keyboard('{Enter}')
  }
  await rename('b.md')
  await expect.element(page.getByRole('status', { name: 'Notice' })).toHaveTextContent('b.md already exists.')
  await rename('notes/c.md')
  await expect.element(item('c.md')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'More for notes/c.md' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(item('c.md')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(item('c.md')).toBeVisible()
  await expect
    .poll(() => inputs(fake).flatMap((input) => (input.type === 'user-change-files' ? input.files : [])))
    .toMatchObject([
      { path: 'a.md', from: sha(1), to: null },
      { path: 'notes/c.md', from: null, to: sha(1) },
      { path: 'notes/c.md', from: sha(1), to: null },
      { path: 'notes/c.md', from: null, to: sha(1) },
    ])
})

it('its history shows who changed what, and brings an older state back', async () => {
  const fake = withFiles(['a.md', 'one\ntwo'])
  entry(fake, 'a.md', 'one\nzwei', 7)
  const version = { size: 8, mediaType: '', timestamp: 1_700_000_000_000 }
  fake.history = [
    { ...version, seq: 1, blob: sha(7), by: '1.0.0' },
    { ...version, seq: 2, blob: sha(1), by: null },
  ]
  await openPage(fake, '#/session/one')
  await item('a.md').click()
  await page.getByRole('button', { name: 'More for a.md' }).click()
  await page.getByRole('menuitem', { name: 'Show history' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect.element(history).toHaveTextContent(/Changed by you.*Created by the agent/)
  await page.getByRole('button', { name: 'Changes' }).first().click()
  await expect.element(history).toHaveTextContent(/- zwei\s+\+ two/)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect
    .poll(() => inputs(fake))
    .toMatchObject([{ files: [{ path: 'a.md', from: sha(1), to: sha(7), size: 8 }] }])
})

it('CSV is a table, a broken PDF says what it is, code has colours', async () => {
  const fake = withFiles(
    ['a.csv', 'Name;Words\nAna;"one; ""two"""'],
    ['b.pdf', '%PDF-1.4\n<< /Type /Pages /Count 12 >>'],
    ['c.py', 'def f(): # words\n  return 1'],
  )
  await openPage(fake, '#/session/one')
  await item('a.csv').click()
  await expect.element(page.getByRole('cell', { name: 'one; "two"' })).toBeVisible()
  await item('b.pdf').click()
  await expect.element(page.getByText('PDF 1.4')).toBeVisible()
  await expect.element(page.getByText('12', { exact: true })).toBeVisible()
  await item('c.py').click()
  await expect.poll(() => document.querySelector('.preview-text .hl-kwd')?.textContent).toBe('def')
})

it('code that was looked at after other code showed that, a file that was changed meanwhile its old text, and one after its history nothing', async () => {
  const fake = withFiles(['a.py', 'def a(): return 1'], ['b.py', 'class B: pass'], ['c.ts', 'const c = 3'])
  await openPage(fake, '#/session/one')
  const shows = async (text: string, coloured: string): Promise<void> => {
    const code = () => document.querySelector('.preview-text')
    await expect.poll(() => code()?.textContent).toBe(text)
    await expect.poll(() => code()?.querySelector('.hl-kwd')?.textContent).toBe(coloured)
    expect(code()?.textContent).toBe(text)
  }
  await item('a.py').click()
  await shows('def a(): return 1', 'def')
  await item('b.py').click()
  await shows('class B: pass', 'class')
  await item('c.ts').click()
  await shows('const c = 3', 'const')
  fake.commit('one', { delta: { files: [entry(fake, 'c.ts', 'let c = 4', 9)] } })
  await shows('let c = 4', 'let')
  for (const choice of ['Show history', 'Show content']) {
    await page.getByRole('button', { name: 'More for c.ts' }).click()
    await page.getByRole('menuitem', { name: choice }).click()
  }
  await shows('let c = 4', 'let')
})

it('10,000 files open in one task and few of them are in the page; keys reach the far end', async () => {
  const fake = makeFakeWorker()
  const files = Array.from({ length: 10_000 }, (_, n) => entry(fake, `d${n % 20}/f-${n}.txt`, 'x', 1))
  fake.addSession('one', []).files = [...files, entry(fake, 'last.txt', 'the last one', 2)]
  await openPage(fake, '#/session/one')
  await expect.element(item('d0').first()).toBeVisible()
  expect(document.querySelectorAll('[role=treeitem]').length).toBeLessThan(200)
  const first = document.querySelector<HTMLElement>('[role=treeitem]')
  first?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => document.activeElement?.getAttribute('data-path')).toBe('last.txt')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('the last one')).toBeVisible()
})

it('all files go into one zip; what is missing is named', async () => {
  const fake = withFiles(['a.md', 'A'], ['deep/ü.txt', ''], ['gone.txt', 'x'])
  const files = fake.sessions.get('one')?.files ?? []
  fake.blobs.delete(sha(3))
  const { file, missing } = await zipFiles(files, async (blob) => fake.blobs.get(blob) ?? null)
  expect(missing).toEqual(['gone.txt'])
  const unpacked = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.entries(unpacked).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])).toEqual([
    ['a.md', 'A'],
    ['deep/ü.txt', ''],
  ])
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  fake.blobs.set(sha(3), new Uint8Array(1))
  await openPage(fake, '#/session/one')
  await page.getByRole('button', { name: 'Save all as zip' }).click()
  await expect
    .poll(() => click.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
    .toEqual(['files.zip'])
  click.mockRestore()
})
