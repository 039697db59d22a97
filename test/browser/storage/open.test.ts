import { openDB, unwrap } from 'idb'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DATA_VERSION, MIGRATIONS, type Migration } from '../../../src/storage/migrations.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import { quietHandlers } from './rows.ts'
import { connect, createSession, freshName, writerDatabase } from './support.ts'

it('says that the data is newer than the code, and leaves it as it is', async () => {
  const name = freshName()
  const newer = await openDB(name, DATA_VERSION + 1, { upgrade: (db) => void db.createObjectStore('future') })
  newer.close()
  const outcome = await openDatabase(quietHandlers, name)
  expect(outcome).toMatchObject({ type: 'failed', fault: { kind: 'newer-data' } })
  const again = await openDB(name)
  onTestFinished(() => again.close())
  expect(again.version).toBe(DATA_VERSION + 1)
  expect([...again.objectStoreNames]).toEqual(['future'])
})

it('tells an old connection to close, and a new version opens once it has', async () => {
  const name = freshName()
  const onVersionChange = vi.fn((close: () => void) => close())
  await connect(name, { ...quietHandlers, onVersionChange })
  const newer = await openDB(name, DATA_VERSION + 1)
  onTestFinished(() => newer.close())
  expect(onVersionChange).toHaveBeenCalledOnce()
})

it('says that another tab blocks while it keeps an older version open, and goes on when that tab closes', async () => {
  const name = freshName()
  const old = await openDB(name, 1)
  const onBlocked = vi.fn(() => old.close())
  const outcome = await openDatabase({ ...quietHandlers, onBlocked }, name, [() => {}, () => {}])
  expect(onBlocked).toHaveBeenCalledWith(expect.objectContaining({ kind: 'blocked' }))
  expect(outcome).toMatchObject({ type: 'opened', db: { version: 2 } })
  if (outcome.type === 'opened') outcome.db.close()
})

it('rolls back a migration that fails in the middle, and runs it again the next time', async () => {
  const name = freshName()
  const before = await connect(name)
  await before.put('settings', { key: 'kept', value: 1 })
  before.close()
  const failing: Migration = async (db, transaction) => {
    db.deleteObjectStore('settings')
    await transaction.objectStore('meta').clear()
    throw new DOMException('no space', 'QuotaExceededError')
  }
  const failed = await openDatabase(quietHandlers, name, [...MIGRATIONS, failing])
  expect(failed).toMatchObject({ type: 'failed', fault: { kind: 'quota' } })
  const after = await connect(name)
  expect(after.version).toBe(DATA_VERSION)
  expect(await after.get('settings', 'kept')).toEqual({ key: 'kept', value: 1 })
  after.close()
  const ran = await openDatabase(quietHandlers, name, [...MIGRATIONS, (db) => db.deleteObjectStore('settings')])
  expect(ran).toMatchObject({ type: 'opened', db: { version: DATA_VERSION + 1 } })
  if (ran.type === 'opened') ran.db.close()
})

it('opens twice side by side and finds what was there', async () => {
  const name = freshName()
  const first = await connect(name)
  const second = await connect(name)
  await first.put('settings', { key: 'x', value: 1 })
  expect(await second.get('settings', 'x')).toEqual({ key: 'x', value: 1 })
})

it('has every store and index that the schema names', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  expect([...db.objectStoreNames].sort()).toEqual(
    [
      'blob-names',
      'blobs',
      'configs',
      'files',
      'journal',
      'messages',
      'meta',
      'pending-blobs',
      'plans',
      'project-files',
      'projects',
      'purges',
      'queue',
      'sessions',
      'settings',
      'snapshots',
      'streams',
      'summaries',
      'sync',
      'vault',
    ].sort(),
  )
  expect([...db.transaction('messages').store.indexNames]).toEqual(['by-id', 'by-seq'])
})

it('is unavailable, in words, where the browser forbids a database', async () => {
  const open = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => open.mockRestore())
  const outcome = await openDatabase(quietHandlers, 'never-made')
  expect(outcome).toMatchObject({ type: 'failed', fault: { kind: 'unavailable' } })
})

it('reports a connection that the browser closes by itself', async () => {
  const onTerminated = vi.fn()
  const db = await connect(freshName(), { ...quietHandlers, onTerminated })
  unwrap(db).dispatchEvent(new Event('close'))
  expect(onTerminated).toHaveBeenCalledWith(expect.objectContaining({ kind: 'connection-closed' }))
})
