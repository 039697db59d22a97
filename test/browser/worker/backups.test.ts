import { expect, it, onTestFinished, vi } from 'vitest'
import type { SessionItem } from '../../../src/protocol/common.ts'
import { readBackup, saveBackup } from '../../../src/storage/archive/backup.ts'
import { backupNow, setBackup } from '../../../src/worker/requests/backups.ts'
import { STORAGE_HANDLERS } from '../../../src/worker/requests/storage.ts'
import { scheduleBackups } from '../../../src/worker/writer/schedule-backups.ts'
import { NOW, startSession } from '../storage/archive-support.ts'
import { writerDatabase } from '../storage/support.ts'

/** The private file system of the origin stands in for a folder of the person's. */
async function folder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  const name = `backup-${crypto.randomUUID()}`
  onTestFinished(() => root.removeEntry(name, { recursive: true }).catch(() => {}))
  return root.getDirectoryHandle(name, { create: true })
}
const count = async (handle: FileSystemDirectoryHandle): Promise<number> => {
  let found = 0
  for await (const _ of handle.keys()) found++
  return found
}

/** From now on a file is written only when the test lets it. */
function holdFiles(): { begun: () => number; release: () => void } {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const real = FileSystemFileHandle.prototype.createWritable
  const spy = vi.spyOn(FileSystemFileHandle.prototype, 'createWritable').mockImplementation(async function (
    this: FileSystemFileHandle,
  ) {
    await released
    return real.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return { begun: () => spy.mock.calls.length, release }
}
const item = (busy: boolean): SessionItem => ({ id: 's', busy }) as SessionItem

async function setUp() {
  const { db, epoch } = await writerDatabase()
  const { commit } = await startSession(db, epoch, 's')
  await commit({ type: 'user-name-session', title: 'Mine' })
  const handle = await folder()
  await saveBackup(db, { folder: handle, everyMinutes: 1, keep: 9, lastBackup: null, problem: null, id: 'a' })
  const told = vi.fn()
  const report = vi.fn()
  const begin = () => {
    const schedule = scheduleBackups(db, told, report)
    onTestFinished(schedule.stop)
    return schedule
  }
  return { db, handle, commit, told, report, begin }
}

it('a run that ends while a backup is being written is backed up, too', async () => {
  const { db, handle, told, report, begin } = await setUp()
  const files = holdFiles()
  let now = NOW
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const schedule = begin()
  await vi.waitFor(() => expect(files.begun()).toBe(1), 15_000)
  schedule.changed([item(true)])
  now += 100_000
  const head = await db.get('sessions', 's')
  await db.put('sessions', { ...head, timestamp: now } as NonNullable<typeof head>)
  schedule.changed([item(false)])
  files.release()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2), 15_000)
  expect((await readBackup(db))?.problem).toBeNull()
  expect(await count(handle)).toBe(2)
  expect(report).not.toHaveBeenCalled()
})

it('after a backup of a clock that was ahead the next one does not wait for that time', async () => {
  const { db, handle, told, begin } = await setUp()
  const ahead = Date.now() + 1000 * 86_400_000
  await saveBackup(db, { folder: handle, everyMinutes: 60, keep: 9, lastBackup: ahead, problem: null, id: 'a' })
  begin()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 15_000)
  expect(await count(handle)).toBe(1)
  expect((await readBackup(db))?.lastBackup).toBeLessThan(ahead)
})

it('how storage is doing says that backups wait for the permission of the browser', async () => {
  const { db, handle } = await setUp()
  const waits = async () =>
    (await STORAGE_HANDLERS['storage-health']({ kind: 'storage-health' }, { db } as never)).backupWaits
  expect(await waits()).toBe(false)
  const asked = FileSystemHandle.prototype as { queryPermission?: unknown }
  const real = asked.queryPermission
  onTestFinished(() => {
    asked.queryPermission = real
  })
  asked.queryPermission = async () => 'prompt'
  expect(await waits()).toBe(true)
  await db.put('settings', { key: 'backup', value: 'damaged' })
  expect(await waits()).toBe(false)
  await saveBackup(db, null)
  expect(await waits()).toBe(false)
  expect(await count(handle)).toBe(0)
})

it('a backup that fails is not tried again and again', async () => {
  const { handle, told, begin } = await setUp()
  await (await navigator.storage.getDirectory()).removeEntry(handle.name, { recursive: true })
  begin()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), 15_000)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(told).toHaveBeenCalledTimes(1)
})

it('"no more backups" while one is written by hand stays, and is not shown as set up', async () => {
  const { db } = await setUp()
  const files = holdFiles()
  const writing = backupNow(db)
  const refused = expect(writing).rejects.toThrow('backups-turned-off')
  await vi.waitFor(() => expect(files.begun()).toBe(1), 15_000)
  await setBackup({ kind: 'set-backup', backup: null }, db)
  files.release()
  await refused
  expect(await readBackup(db)).toBeNull()
})

it('changing how often keeps when the last one was; another folder has had none', async () => {
  const { db, handle } = await setUp()
  await backupNow(db)
  const last = (await readBackup(db))?.lastBackup
  expect(last).toBeGreaterThan(0)
  const set = (given: FileSystemDirectoryHandle | undefined) =>
    setBackup({ kind: 'set-backup', backup: { folder: given, everyMinutes: 9, keep: 2 } } as never, db)
  expect(await set(undefined)).toMatchObject({ everyMinutes: 9, keep: 2, lastBackup: last })
  expect(await set(handle)).toMatchObject({ lastBackup: last })
  expect(await set(await folder())).toMatchObject({ lastBackup: null, state: 'ready' })
  expect((await readBackup(db))?.id).toBeTypeOf('string')
})
