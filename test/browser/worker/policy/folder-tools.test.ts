import { unzipSync } from 'fflate'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { exportArchive } from '../../../../src/storage/archive/export.ts'
import { exportRaw } from '../../../../src/storage/archive/export-raw.ts'
import type { Sink } from '../../../../src/storage/archive/zip-writer.ts'
import { purgeSession } from '../../../../src/storage/purge.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { readSessionFolder } from '../../../../src/storage/settings/session-folder.ts'
import type { ToolContext } from '../../../../src/tools/tool.ts'
import { configuredTools, linkedTools } from '../../../../src/worker/policy/linked-tools.ts'
import { sessionFolder } from '../../../../src/worker/requests/folders.ts'
import { SESSION } from '../../storage/rows.ts'
import { createSession, writerDatabase } from '../../storage/support.ts'

const atOnce = <Code>(code: () => Promise<Code>): Promise<Code> => code()

/** The private file system of the origin stands in for a folder of the person's. */
async function folder(files: Record<string, string> = {}): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  const name = `disk-${crypto.randomUUID()}`
  onTestFinished(() => root.removeEntry(name, { recursive: true }).catch(() => {}))
  const handle = await root.getDirectoryHandle(name, { create: true })
  for (const [path, text] of Object.entries(files)) {
    const writable = await (await handle.getFileHandle(path, { create: true })).createWritable()
    await writable.write(text)
    await writable.close()
  }
  return handle
}
const textIn = async (handle: FileSystemDirectoryHandle, path: string): Promise<string> =>
  (await (await handle.getFileHandle(path)).getFile()).text()

async function linked(files: Record<string, string>) {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const handle = await folder(files)
  await sessionFolder({ kind: 'session-folder', sessionId: SESSION, folder: handle }, db)
  return { db, epoch, handle, use: await toolsOf(db) }
}
/** Runs a tool as the session has it since its run began. */
async function toolsOf(db: Database) {
  const tools = await linkedTools(db, SESSION, atOnce)
  return async (name: string, args: object, signal = new AbortController().signal): Promise<string> => {
    const tool = tools.find((each) => each.tool.name === name)?.tool
    if (tool === undefined) throw new Error(`no tool ${name}`)
    const context = { signal, progress: () => {}, idempotencyKey: '1.0.0' } as unknown as ToolContext
    const outcome = await tool.run(tool.parameters.parse(args) as never, context)
    if (!('content' in outcome)) throw new Error('no result')
    return outcome.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  }
}
const versionIn = (words: string): string => /ersion ([0-9a-f]{16})/.exec(words)?.[1] ?? ''

it('a session without a link has no such tools; with one they read and write real files; unlinked, they say so', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  expect(await linkedTools(db, SESSION, atOnce)).toEqual([])
  const handle = await folder({ 'a.txt': 'one' })
  const view = await sessionFolder({ kind: 'session-folder', sessionId: SESSION, folder: handle }, db)
  expect(view).toMatchObject({ allowed: true, folder: { name: handle.name } })
  const use = await toolsOf(db)
  expect(await use('disk_list', {})).toContain('a.txt (3 bytes)')
  const version = versionIn(await use('disk_read', { path: 'a.txt' }))
  const written = versionIn(await use('disk_write', { path: 'a.txt', version, content: 'two' }))
  expect(await textIn(handle, 'a.txt')).toBe('two')
  await use('disk_edit', { path: 'a.txt', version: written, old_text: 'w', new_text: 'ooo' })
  await use('disk_write', { path: 'sub/deep/b.txt', version: 'new', content: 'b' })
  expect(await use('disk_search', { query: 'tooo' })).toContain('a.txt:1: toooo')
  const last = versionIn(await use('disk_read', { path: 'a.txt' }))
  await expect(use('disk_delete', { path: 'a.txt', version })).rejects.toThrow('has changed')
  await use('disk_delete', { path: 'a.txt', version: last })
  expect(await use('disk_find', { pattern: '**' })).toBe('sub/deep/b.txt')
  await expect(use('disk_read', { path: '../a.txt' })).rejects.toThrow('is not allowed')

  expect(await sessionFolder({ kind: 'session-folder', sessionId: SESSION, folder: null }, db)).toBeNull()
  await expect(use('disk_list', {})).rejects.toThrow('has unlinked the folder')
  expect(await linkedTools(db, SESSION, atOnce)).toEqual([])
})

it('a run works with the folder that was linked when it began: another one is not touched, which is said', async () => {
  const { db, use, handle } = await linked({ 'a.txt': 'one' })
  const [tool] = await linkedTools(db, SESSION, atOnce)
  const config = { tools: { disk_list: { hash: tool?.hash } } } as unknown as Config
  const configured = await configuredTools(db, SESSION, config, atOnce)
  expect(configured.map(({ hash }) => hash)).toContain(tool?.hash)
  // in the middle of a run its code is waited for, however that is done
  const never = (): Promise<never> => Promise.reject(new TypeError('gone'))
  await expect(configuredTools(db, SESSION, config, never)).rejects.toThrow('gone')
  const other = await folder()
  await sessionFolder({ kind: 'session-folder', sessionId: SESSION, folder: other }, db)
  await expect(use('disk_write', { path: 'b.txt', version: 'new', content: 'b' })).rejects.toThrow('another folder')
  for (const each of [handle, other]) await expect(each.getFileHandle('b.txt')).rejects.toThrow()
  // what was decided for the one does not hold for the other
  expect((await linkedTools(db, SESSION, atOnce))[0]?.hash).not.toBe(tool?.hash)
})

it('while the browser wants the permission anew, tools say who has to do what, at once, and the page is told', async () => {
  const { db, use } = await linked({ 'a.txt': 'one' })
  const query = vi.fn().mockResolvedValue('prompt')
  const before = Object.getOwnPropertyDescriptor(FileSystemHandle.prototype, 'queryPermission')
  Object.defineProperty(FileSystemHandle.prototype, 'queryPermission', { value: query, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(FileSystemHandle.prototype, 'queryPermission', before)
  })
  await expect(use('disk_read', { path: 'a.txt' })).rejects.toThrow('press "Allow access again" in the Files panel')
  expect(await sessionFolder({ kind: 'session-folder', sessionId: SESSION }, db)).toMatchObject({ allowed: false })
  query.mockResolvedValue('granted')
  expect(await use('disk_read', { path: 'a.txt' })).toContain('one')
})

it('a folder that is gone is told in words', async () => {
  const { use, handle } = await linked({ 'a.txt': 'one' })
  await (await navigator.storage.getDirectory()).removeEntry(handle.name, { recursive: true })
  await expect(use('disk_list', {})).rejects.toThrow('is not there (any more)')
  await expect(use('disk_write', { path: 'b.txt', version: 'new', content: 'b' })).rejects.toThrow(/not there/)
})

it('the handle is in no archive, and goes when the session is purged; a purged session gets none', async () => {
  const { db, epoch, handle } = await linked({ 'a.txt': 'one' })
  const now = Date.UTC(2026, 0, 1)
  for (const write of [
    (sink: Sink) => exportArchive(db, { sessionIds: null, settings: true, now }, sink),
    (sink: Sink) => exportRaw(db, now, sink),
  ]) {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    await write(async (bytes) => void pieces.push(bytes))
    const entries = unzipSync(new Uint8Array(await new Blob(pieces).arrayBuffer()))
    const text = Object.values(entries)
      .map((bytes) => new TextDecoder().decode(bytes))
      .join('\n')
    expect(text).toContain(SESSION)
    expect(text).not.toContain(handle.name)
  }
  await purgeSession(db, { epoch, sessionId: SESSION, now }, () => true)
  expect(await readSessionFolder(db, SESSION)).toBeNull()
  const again = sessionFolder({ kind: 'session-folder', sessionId: SESSION, folder: handle }, db)
  await expect(again).rejects.toThrow('session-gone')
  expect(await readSessionFolder(db, SESSION)).toBeNull()
})
