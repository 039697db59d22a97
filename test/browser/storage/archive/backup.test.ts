import { expect, it, onTestFinished } from 'vitest'
import { type Backup, readBackup, saveBackup, writeBackup } from '../../../../src/storage/archive/backup.ts'
import { readLastBackup, saveLastExport } from '../../../../src/storage/archive/last-backup.ts'
import { ZIP_BOUNDS } from '../../../../src/storage/archive/open-archive.ts'
import { readZip } from '../../../../src/storage/archive/zip-reader.ts'
import { putBlob, shaOf } from '../../../../src/storage/blobs.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { imported, NOW, startSession } from '../archive-support.ts'
import { writerDatabase } from '../support.ts'

/** The private file system of the origin stands in for a folder of the person's. */
async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  const name = `backup-${crypto.randomUUID()}`
  onTestFinished(() => root.removeEntry(name, { recursive: true }).catch(() => {}))
  return root.getDirectoryHandle(name, { create: true })
}
const names = async (handle: FileSystemDirectoryHandle): Promise<string[]> => {
  const found: string[] = []
  for await (const name of handle.keys()) found.push(name)
  return found.sort()
}
const plan = (handle: FileSystemDirectoryHandle, changes: Partial<Backup> = {}): Backup => ({
  folder: handle,
  everyMinutes: 60,
  keep: 2,
  lastBackup: null,
  problem: null,
  id: MINE,
  ...changes,
})
/** No other device has anything. */
const nothing = async (): Promise<Map<string, Blob>> => new Map()
const MINE = '11111111-1111-4111-8111-111111111111'
const THEIRS = '22222222-2222-4222-8222-222222222222'
const DAY = 86_400_000
/** What a backup of this time is called; `id` absent: as all were before their names said whose they are. */
const called = (now: number, id?: string): string =>
  `reflexor-backup-${id === undefined ? '' : `${id.slice(0, 8)}-`}${new Date(now).toISOString().replaceAll(':', '-')}.zip`
async function put(handle: FileSystemDirectoryHandle, ...files: string[]): Promise<void> {
  for (const name of files) {
    const writable = await (await handle.getFileHandle(name, { create: true })).createWritable()
    await writable.write('an archive')
    await writable.close()
  }
}
/** As the worker does it: with what is stored. Its name. */
async function backUp(db: Database, now: number): Promise<string> {
  const backup = await readBackup(db)
  if (backup === null) throw new Error('not kept')
  const outcome = await writeBackup(db, backup, now, nothing)
  if (outcome.type !== 'written') throw new Error(outcome.type)
  return outcome.name
}

it('writes archives that can be imported, keeps the last few and what is not ours, and remembers when', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  await commit({ type: 'user-name-session', title: 'Mine' })
  const handle = await folder()
  await handle.getFileHandle('my-own.zip', { create: true })
  // an earlier try that was killed
  await handle.getFileHandle('reflexor-backup-11111111-2025-01-01T00-00-00.000Z.zip', { create: true })
  await saveBackup(db, plan(handle))
  for (const days of [0, 1, 2]) await backUp(db, NOW + days * DAY)
  expect(await names(handle)).toEqual([
    'my-own.zip',
    'reflexor-backup-11111111-2026-01-03T00-00-00.000Z.zip',
    'reflexor-backup-11111111-2026-01-04T00-00-00.000Z.zip',
  ])
  expect(await readLastBackup(db)).toBe(NOW + 2 * DAY)
  const file = await (await handle.getFileHandle('reflexor-backup-11111111-2026-01-04T00-00-00.000Z.zip')).getFile()
  expect((await imported(db, file)).sessions.map(({ title }) => title)).toEqual(['Mine (imported)'])
})

it('backups of another device, or of what was here before the browser emptied its storage, stay in the same folder', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const others = [called(NOW - 9 * DAY, THEIRS), called(NOW - 8 * DAY), called(NOW - 7 * DAY)]
  await put(handle, ...others)
  // one that the other device is writing: until it is whole, it is empty
  const begun = [called(NOW - 6 * DAY, THEIRS), called(NOW - 5 * DAY)]
  for (const name of begun) await handle.getFileHandle(name, { create: true })
  await saveBackup(db, plan(handle))
  for (const days of [0, 1, 2, 3]) await backUp(db, NOW + days * DAY)
  expect(await names(handle)).toEqual(
    [...others, ...begun, called(NOW + 2 * DAY, MINE), called(NOW + 3 * DAY, MINE)].sort(),
  )
})

it('after the clock was ahead each backup is there once it is written, and those of the wrong time go first', async () => {
  for (const keep of [1, 3]) {
    const { db } = await writerDatabase()
    const handle = await folder()
    await saveBackup(db, plan(handle, { keep }))
    const ahead = NOW + 2000 * DAY
    for (const days of [0, 1, 2]) await backUp(db, ahead + days * DAY)
    expect(await names(handle)).toHaveLength(keep)
    const written: string[] = []
    for (const days of [0, 1, 2]) {
      written.push(await backUp(db, NOW + days * DAY))
      expect(await names(handle)).toContain(written.at(-1))
      expect(await names(handle)).toHaveLength(keep)
    }
    expect(await names(handle)).toEqual(written.slice(3 - keep))
    expect(await readLastBackup(db)).toBe(NOW + 2 * DAY)
  }
})

it('of the files whose names do not say whose they are, the one that this set-up is known to have written goes in its turn', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const mine = called(NOW - DAY)
  const unknown = [called(NOW - 3 * DAY), called(NOW - 2 * DAY)]
  await put(handle, mine, ...unknown)
  await saveBackup(db, plan(handle, { lastBackup: NOW - DAY }))
  const first = await backUp(db, NOW)
  expect(await names(handle)).toEqual([first, ...unknown, mine].sort())
  const second = await backUp(db, NOW + DAY)
  expect(await names(handle)).toEqual([first, second, ...unknown].sort())
  const third = await backUp(db, NOW + 2 * DAY)
  expect(await names(handle)).toEqual([second, third, ...unknown].sort())
})

it('a set-up from before there were ids is given one, and keeps it', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const { id: _, ...old } = plan(handle, { lastBackup: NOW - DAY })
  await db.put('settings', { key: 'backup', value: old })
  await put(handle, called(NOW - 2 * DAY), called(NOW - DAY))
  const [read, again] = await Promise.all([readBackup(db), readBackup(db)])
  expect(read).toMatchObject({ lastBackup: NOW - DAY, id: expect.stringMatching(/^[\da-f]{8}-/) })
  expect(again).toEqual(read)
  const written: string[] = []
  for (const days of [0, 1, 2]) written.push(await backUp(db, NOW + days * DAY))
  expect(await names(handle)).toEqual([called(NOW - 2 * DAY), ...written.slice(1)].sort())
})

it('a folder that is gone is told in words, and the time of the last backup stays', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(handle.name, { recursive: true })
  await saveBackup(db, plan(handle, { lastBackup: 5 }))
  const outcome = await writeBackup(db, plan(handle, { lastBackup: 5 }), NOW, nothing)
  expect(outcome).toEqual({ type: 'failed', problem: 'The folder no longer exists. Choose it again.' })
  expect(await readBackup(db)).toMatchObject({ lastBackup: 5, problem: expect.stringContaining('no longer exists') })
})

it('does nothing without the permission', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  Object.defineProperty(handle, 'queryPermission', { value: async () => 'prompt' })
  expect(await writeBackup(db, plan(handle), NOW, nothing)).toEqual({ type: 'needs-permission' })
  expect(await names(handle)).toEqual([])
})

it('sessions of other devices with more bytes than an archive can have failed each backup: theirs are left out', async () => {
  const { db, epoch } = await writerDatabase()
  for (const sessionId of ['s', 'a'])
    await (await startSession(db, epoch, sessionId)).commit({ type: 'user-name-session', title: sessionId })
  const shas: string[] = []
  for (const [sessionId, words] of [
    ['s', 'own'],
    ['a', 'own'],
    ['a', 'theirs'],
  ] as const) {
    const sha = await putBlob(db, new TextEncoder().encode(words), NOW)
    await db.put('blob-names', { sessionId, sha, epoch })
    shas.push(sha)
  }
  const [own, , theirs] = shas
  const place = { log: 'l', next: 1, previous: '', sent: 0, over: false, pending: null, by: 'd' }
  await db.put('sync', { ...place, sessionId: 'a', epoch, owner: false })
  const handle = await folder()
  await saveBackup(db, plan(handle))
  const outcome = await writeBackup(db, plan(handle), NOW, nothing, 0)
  if (outcome.type !== 'written') throw new Error(outcome.type)
  expect((await readBackup(db))?.lacks).toBe(1)
  const file = await (await handle.getFileHandle(outcome.name)).getFile()
  const entries = [...(await readZip(file, ZIP_BOUNDS)).keys()]
  expect(entries).toContain(`blobs/${own}`)
  expect(entries).not.toContain(`blobs/${theirs}`)
  // whose bytes were left out can be read all the same
  expect(await imported(db, file)).toMatchObject({ sessions: [{}, {}], refused: [] })
  await writeBackup(db, plan(handle), NOW + DAY, nothing)
  expect((await readBackup(db))?.lacks).toBe(0)
})

it('turned off, or turned to another folder, while bytes are fetched: nothing is written', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  for (const set of [null, plan(await folder(), { id: THEIRS })]) {
    await saveBackup(db, plan(handle))
    const fetching = async () => {
      await saveBackup(db, set)
      return nothing()
    }
    expect(await writeBackup(db, plan(handle), NOW, fetching)).toEqual({ type: 'out-of-date' })
    expect(await readBackup(db)).toEqual(set)
  }
  expect(await names(handle)).toEqual([])
})

it('the last backup is the later of the one by hand and the one to the folder', async () => {
  const { db } = await writerDatabase()
  expect(await readLastBackup(db)).toBeNull()
  await saveBackup(db, plan(await folder(), { lastBackup: 10 }))
  expect(await readLastBackup(db)).toBe(10)
  await saveLastExport(db, 20)
  expect(await readLastBackup(db)).toBe(20)
})

it('what the person sets while an archive is written stays: no more backups, another folder, another number', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const gone = await folder()
  await (await navigator.storage.getDirectory()).removeEntry(gone.name, { recursive: true })
  const elsewhere = plan(await folder(), { id: 'b' })
  for (const backup of [plan(handle, { id: 'a' }), plan(gone, { id: 'a' })])
    for (const set of [null, elsewhere]) {
      await saveBackup(db, backup)
      const writing = writeBackup(db, backup, NOW, nothing)
      await saveBackup(db, set)
      await writing
      expect(await readBackup(db)).toEqual(set)
    }
  await saveBackup(db, plan(handle, { id: 'a' }))
  for (const days of [0, 1, 2]) {
    const backup = plan(handle, { id: 'a', keep: 1 })
    const writing = writeBackup(db, backup, NOW + days * 86_400_000, nothing)
    await saveBackup(db, { ...backup, keep: 3, everyMinutes: 5 })
    await writing
  }
  expect(await readBackup(db)).toMatchObject({ keep: 3, everyMinutes: 5, lastBackup: NOW + 2 * 86_400_000 })
  expect(await names(handle)).toHaveLength(3)
})

it('a setting that cannot be read is not overwritten by what became of a backup', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  await db.put('settings', { key: 'backup', value: 'damaged' })
  expect(await writeBackup(db, plan(handle), NOW, nothing)).toMatchObject({ type: 'failed' })
  await expect(readBackup(db)).rejects.toThrow('the settings of the backup')
})

it('a backup lacked the bytes of sessions that another device holds, and nobody was told: they are fetched, and what cannot be had is counted', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  await commit({ type: 'user-name-session', title: 'Mine' })
  const bytes = new TextEncoder().encode('from the other device')
  const sha = await shaOf(bytes)
  const gone = '0'.repeat(64)
  for (const name of [sha, gone]) await db.put('blob-names', { sessionId: 's', sha: name, epoch })
  const handle = await folder()
  await saveBackup(db, plan(handle))
  const fetched = async () => new Map([[sha, new Blob([bytes])]])
  const first = await writeBackup(db, plan(handle), NOW, fetched)
  expect(first).toMatchObject({ type: 'written' })
  expect((await readBackup(db))?.lacks).toBe(1)
  const name = first.type === 'written' ? first.name : ''
  const entries = await readZip(await (await handle.getFileHandle(name)).getFile(), ZIP_BOUNDS)
  expect(await new Response(entries.get(`blobs/${sha}`)?.open()).text()).toBe('from the other device')
  await db.delete('blob-names', ['s', gone])
  await writeBackup(db, plan(handle), NOW + DAY, fetched)
  expect((await readBackup(db))?.lacks).toBe(0)
})
