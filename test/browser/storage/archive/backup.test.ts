import { expect, it, onTestFinished } from 'vitest'
import { type Backup, readBackup, saveBackup, writeBackup } from '../../../../src/storage/archive/backup.ts'
import { readLastBackup, saveLastExport } from '../../../../src/storage/archive/last-backup.ts'
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
  ...changes,
})

it('writes archives that can be imported, keeps the last few and what is not ours, and remembers when', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  await commit({ type: 'user-name-session', title: 'Mine' })
  const handle = await folder()
  await handle.getFileHandle('my-own.zip', { create: true })
  // an earlier try that was killed
  await handle.getFileHandle('reflexor-backup-2025-01-01T00-00-00.000Z.zip', { create: true })
  await saveBackup(db, plan(handle))
  for (const days of [0, 1, 2]) {
    const backup = await readBackup(db)
    if (backup === null) throw new Error('not kept')
    expect(await writeBackup(db, backup, NOW + days * 86_400_000)).toMatchObject({ type: 'written' })
  }
  expect(await names(handle)).toEqual([
    'my-own.zip',
    'reflexor-backup-2026-01-03T00-00-00.000Z.zip',
    'reflexor-backup-2026-01-04T00-00-00.000Z.zip',
  ])
  expect(await readLastBackup(db)).toBe(NOW + 2 * 86_400_000)
  const file = await (await handle.getFileHandle('reflexor-backup-2026-01-04T00-00-00.000Z.zip')).getFile()
  expect((await imported(db, file)).sessions.map(({ title }) => title)).toEqual(['Mine (imported)'])
})

it('a folder that is gone is told in words, and the time of the last backup stays', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(handle.name, { recursive: true })
  await saveBackup(db, plan(handle, { lastBackup: 5 }))
  const outcome = await writeBackup(db, plan(handle, { lastBackup: 5 }), NOW)
  expect(outcome).toEqual({ type: 'failed', problem: 'The folder is not there any more. Choose it again.' })
  expect(await readBackup(db)).toMatchObject({ lastBackup: 5, problem: expect.stringContaining('not there') })
})

it('does nothing without the permission', async () => {
  const { db } = await writerDatabase()
  const handle = await folder()
  Object.defineProperty(handle, 'queryPermission', { value: async () => 'prompt' })
  expect(await writeBackup(db, plan(handle), NOW)).toEqual({ type: 'needs-permission' })
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
  for (const backup of [plan(handle, { id: 'a' }), plan(handle), plan(gone, { id: 'a' })])
    for (const set of [null, elsewhere]) {
      await saveBackup(db, backup)
      const writing = writeBackup(db, backup, NOW)
      await saveBackup(db, set)
      await writing
      expect(await readBackup(db)).toEqual(set)
    }
  await saveBackup(db, plan(handle, { id: 'a' }))
  for (const days of [0, 1, 2]) {
    const backup = plan(handle, { id: 'a', keep: 1 })
    const writing = writeBackup(db, backup, NOW + days * 86_400_000)
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
  expect(await writeBackup(db, plan(handle), NOW)).toMatchObject({ type: 'failed' })
  await expect(readBackup(db)).rejects.toThrow('the settings of the backup')
})
