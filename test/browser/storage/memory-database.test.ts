import { expect, it } from 'vitest'
import { putBlob, readBlob } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { openMemoryDatabase } from '../../../src/storage/memory/memory-database.ts'
import { MIGRATIONS } from '../../../src/storage/migrations.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import { messagesUpTo } from '../../../src/storage/read.ts'
import { highestSeq } from '../../../src/storage/restore.ts'
import type { Database, StoreName } from '../../../src/storage/schema.ts'
import { writerTransaction } from '../../../src/storage/writer-transaction.ts'
import { databasesAsText } from '../../support/databases-as-text.ts'
import { branched } from './branch-support.ts'
import { answer, SESSION, userMessage } from './rows.ts'
import { storedState } from './stored-state.ts'
import { commit, connect, createSession, writerDatabase, writerMemory } from './support.ts'

const shapeOf = (db: Database): unknown => {
  const transaction = db.transaction([...db.objectStoreNames])
  return [...db.objectStoreNames].map((name) => {
    const { keyPath, autoIncrement, indexNames } = transaction.objectStore(name)
    const indexes = [...(indexNames as DOMStringList)].map((index) => {
      const { keyPath: by, unique, multiEntry } = transaction.objectStore(name).index(index as never)
      return { index, by, unique, multiEntry }
    })
    return { name, keyPath, autoIncrement, indexes }
  })
}

it('has the stores and indexes that the disk has, in the same version', async () => {
  const [disk, memory] = [await connect(), await openMemoryDatabase()]
  expect(memory.version).toBe(MIGRATIONS.length)
  expect(shapeOf(memory)).toEqual(shapeOf(disk))
})

const messages = Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? userMessage(n) : answer(n)))

it('does with every row what the disk does: commits, cursors, branches, removals', async () => {
  const ends = []
  for (const { db, epoch } of [await writerDatabase(), await writerMemory()]) {
    const head = await createSession(db, epoch, { messages })
    const seq = head.seq + 1
    expect(await commit(db, epoch, { delta: { head: { ...head, seq }, rows: {} } as never })).toEqual({
      type: 'committed',
    })
    const at = await highestSeq(db, SESSION)
    const up = await messagesUpTo(db, SESSION, 1e9, 3)
    const whole = await storedState(db, SESSION)
    const copy = await branched(db, epoch, { from: SESSION, sessionId: 'copy', count: 2 })
    await purgeSession(db, { epoch, sessionId: SESSION, now: 1 })
    const left = await Promise.all(
      (['sessions', 'messages', 'journal', 'purges', 'snapshots'] as StoreName[]).map((name) => db.getAllKeys(name)),
    )
    ends.push({ at, up, whole, copy: copy.type, left })
  }
  expect(ends[1]).toEqual(ends[0])
  expect(ends[1]?.at).toBe(2)
})

it('refuses a writer of an older epoch, and undoes what a transaction wrote before it failed', async () => {
  const { db, epoch } = await writerMemory()
  const head = await createSession(db, epoch, { messages })
  await claimEpoch(db)
  const delta = { head: { ...head, seq: head.seq + 1 }, rows: {} } as never
  expect(await commit(db, epoch, { delta })).toEqual({ type: 'stale-epoch', epoch: epoch + 1 })
  const scope = { epoch: epoch + 1, sessionId: SESSION, stores: ['settings'] as StoreName[] }
  const failed = await writerTransaction(db, scope, ({ store }) => {
    store('settings').put({ key: 'half', value: 1 })
    throw new Error('in the middle')
  })
  expect(failed).toMatchObject({ type: 'fault' })
  const undone = await writerTransaction(db, scope, ({ store, undo }) => {
    store('settings').put({ key: 'half', value: 1 })
    undo()
  })
  expect(undone).toMatchObject({ type: 'written' })
  expect(await db.getAllKeys('settings')).toEqual([])
})

it('two memories have nothing in common, and the browser stores nothing of either', async () => {
  const [one, other] = [await openMemoryDatabase(), await openMemoryDatabase()]
  const sha = await putBlob(one, new TextEncoder().encode('xylophone-in-memory'), 1)
  await one.put('settings', { key: 'word', value: 'xylophone-in-memory' })
  expect(await readBlob(one, sha)).not.toBeNull()
  expect(await readBlob(other, sha)).toBeNull()
  expect(await other.getAllKeys('settings')).toEqual([])
  expect(await databasesAsText()).not.toContain('xylophone')
  // and the disk is as it was for whoever opens it afterwards
  const disk = await connect()
  await disk.put('settings', { key: 'word', value: 'on-the-disk' })
  expect(await databasesAsText()).toContain('on-the-disk')
})
