import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type App, appOn, eventually, pressArmed, visibleText } from '../support/app.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

/**
 * The test build: a failpoint in the address holds a write on disk in its middle. The origin's private file system
 * stands in for a folder of the person's, in place of the browser's picker.
 */
const scene = useScene({ build: 'dist-test' })

const FOLDER = 'my-project'
const putInPlace = (page: Page, path: string, text: string): Promise<void> =>
  page.evaluate(
    async ([folder, name, content]) => {
      const root = await navigator.storage.getDirectory()
      const disk = await root.getDirectoryHandle(folder ?? '', { create: true })
      const writable = await (await disk.getFileHandle(name ?? '', { create: true })).createWritable()
      await writable.write(content ?? '')
      await writable.close()
    },
    [FOLDER, path, text],
  )
/** null: there is none. */
const onDisk = (page: Page, path: string): Promise<string | null> =>
  page.evaluate(
    async ([folder, name]) => {
      const disk = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder ?? '')
      const file = await disk.getFileHandle(name ?? '').catch(() => null)
      return file && (await file.getFile()).text()
    },
    [FOLDER, path],
  )

const namesOf = ({ body }: MockRequest): string[] =>
  (body.tools ?? []).map((tool) => (tool as { function: { name: string } }).function.name)
/** What the model last read of a file's version. */
const versionIn = ({ body }: MockRequest): string =>
  [...JSON.stringify(body.messages).matchAll(/ersion ([0-9a-f]{16})/g)].at(-1)?.[1] ?? ''
/** Reads `notes.txt` on disk, then does this with the version that it read, then says so. */
const readThen =
  (name: string, rest: Record<string, unknown>) =>
  (request: MockRequest, n: number): MockReply => {
    const path = 'notes.txt'
    if (n === 0) return { toolCalls: [{ name: 'disk_read', arguments: { path } }] }
    if (n === 1) return { toolCalls: [{ name, arguments: { path, version: versionIn(request), ...rest } }] }
    return { text: 'That was it.' }
  }

/** The session of `app` in a page of its own, held at a failpoint. */
async function heldAt(app: App, failpoint: string): Promise<App> {
  const { hash } = new URL(app.page.url())
  const held = appOn(await scene.browser.context.newPage())
  await app.page.close()
  await held.page.goto(`${scene.site.url}?failpoint=${failpoint}${hash}`)
  await held.untilStatus('Idle')
  return held
}

/** A session with one answer, linked to the folder, in which `notes.txt` is. */
async function linked(): Promise<App> {
  const { app, mock } = scene
  await app.page.addInitScript(
    (folder) =>
      Object.assign(window, {
        showDirectoryPicker: async () =>
          (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true }),
      }),
    FOLDER,
  )
  await app.page.reload()
  await putInPlace(app.page, 'notes.txt', 'one\n')
  mock.setScript([{ text: 'Hello.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Hello')
  await app.untilAnswer('Hello.')
  await app.untilStatus('Idle')
  expect(mock.journal().flatMap(namesOf)).not.toContain('disk_read')
  await app.openFiles()
  await app.button('Link folder').click()
  await app.button('Unlink').waitFor()
  return app
}

it('a linked folder is read, and written with the person’s word; killed in the middle of a write, it is written once; a deletion is not repeated', async () => {
  const { mock } = scene
  const app = await linked()
  mock.setScript(readThen('disk_write', { content: 'two\n' }))
  const writing = await heldAt(app, 'inside-disk-write:1:hang')
  await writing.button('Unlink').waitFor()
  await writing.send('Change my notes')
  await writing.untilStatus('Waiting for you')
  expect(mock.journal().flatMap(namesOf)).toContain('disk_read')
  expect(await onDisk(writing.page, 'notes.txt')).toBe('one\n')
  await pressArmed(writing.toolCalls('disk_write').getByRole('button', { name: 'Approve', exact: true }))
  await writing.untilStatus('Using disk_write')
  await eventually(() => visibleText(writing.toolCalls('disk_write'))).toContain('Running')
  // the new bytes wait beside the file, which is whole
  expect(await onDisk(writing.page, 'notes.txt')).toBe('one\n')
  const again = await scene.killAndRelaunch(new URL(writing.page.url()).hash)
  await again.untilAnswer('That was it.')
  await again.untilStatus('Idle')
  await eventually(() => visibleText(again.toolCalls('disk_write'))).toContain('Done')
  expect(await onDisk(again.page, 'notes.txt')).toBe('two\n')

  mock.setScript(readThen('disk_delete', {}))
  // the first tool that runs only reads
  const deleting = await heldAt(again, 'after-tool-run:2:hang')
  await deleting.send('Delete my notes')
  await deleting.untilStatus('Waiting for you')
  await pressArmed(deleting.toolCalls('disk_delete').getByRole('button', { name: 'Approve', exact: true }))
  await eventually(() => onDisk(deleting.page, 'notes.txt')).toBeNull()
  await putInPlace(deleting.page, 'notes.txt', 'mine, made meanwhile\n')
  await deleting.page.goto(`${scene.site.url}${new URL(deleting.page.url()).hash}`)
  await deleting.untilStatus('Waiting for you')
  await eventually(() => visibleText(deleting.toolCalls('disk_delete'))).toContain('Unknown outcome')
  expect(await onDisk(deleting.page, 'notes.txt')).toBe('mine, made meanwhile\n')
})

it('the shell reads and writes the folder as /disk: what it wrote is put in place with the person’s word; nothing is deleted', async () => {
  const { mock } = scene
  const app = await linked()
  const command =
    'ls /disk; cp /disk/notes.txt copy.txt; python3 -c "print(open(\'copy.txt\').read() * 2)"; echo two >> /disk/notes.txt; echo new > /disk/new.txt; rm -f /disk/notes.txt'
  const resultsIn = ({ body }: MockRequest) => JSON.stringify(body.messages?.filter(({ role }) => role === 'tool'))
  mock.setScript((request: MockRequest, n: number): MockReply => {
    if (n === 0) return { toolCalls: [{ name: 'run_shell', arguments: { command, timeout_ms: 120_000 } }] }
    if (n > 1) return { text: 'Written.' }
    const given = String(request.body.messages?.findLast(({ role }) => role === 'tool')?.content)
    const calls = [...given.matchAll(/^disk_write (.*)$/gm)].map(([, args = '']) => JSON.parse(args))
    return { toolCalls: calls.map((args) => ({ name: 'disk_write', arguments: args })) }
  })
  await app.send('Change my notes')
  await app.untilStatus('Waiting for you')
  expect(await onDisk(app.page, 'notes.txt')).toBe('one\n')
  await pressArmed(app.page.getByRole('button', { name: 'Approve all', exact: true }))
  await app.untilAnswer('Written.')
  expect(await onDisk(app.page, 'notes.txt')).toBe('one\ntwo\n')
  expect(await onDisk(app.page, 'new.txt')).toBe('new\n')
  const results = resultsIn(mock.journal().at(-1) as MockRequest)
  expect(results).toContain('notes.txt\\none\\none\\n')
  expect(results).toContain('Nothing is deleted on /disk here: /disk/notes.txt stayed')
  expect(results).toContain('created copy.txt')
})
