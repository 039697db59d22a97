import { afterEach, describe, expect, it, vi } from 'vitest'
import { putBlob } from '../../../src/storage/blobs.ts'
import { armFailpoint, disarmFailpoints } from '../../../src/storage/failpoint.ts'
import { classifyFault } from '../../../src/storage/fault.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import { head, SESSION, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

afterEach(() => {
  vi.restoreAllMocks()
  disarmFailpoints()
})

const delta = { head: head({ seq: 2, count: 1 }), messages: [userMessage(0)] }

describe('a disk that is full', () => {
  it('while a row is put: the old state stays, and the same commit works when there is space again', async () => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    put.mockImplementation(function (this: IDBObjectStore) {
      throw new DOMException('no space', 'QuotaExceededError')
    })
    const outcome = await commit(db, epoch, { delta })
    expect(outcome).toMatchObject({ type: 'fault', fault: { kind: 'quota', safe: expect.stringContaining('safe') } })
    put.mockRestore()
    expect(await restoreSession(db, SESSION)).toMatchObject({ state: { head: { seq: 1 }, messages: [] } })
    expect(await db.count('journal')).toBe(1)
    expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
  })

  it('when everything was put already (the browser aborts the transaction): the old state stays', async () => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch)
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
      Object.defineProperty(this, 'error', { value: new DOMException('no space', 'QuotaExceededError') })
      this.abort()
    })
    expect(await commit(db, epoch, { delta })).toMatchObject({ type: 'fault', fault: { kind: 'quota' } })
    vi.restoreAllMocks()
    expect(await restoreSession(db, SESSION)).toMatchObject({ state: { head: { seq: 1 }, messages: [] } })
  })

  it('while a blob is put: the put rejects, and no half of it stays', async () => {
    const { db } = await writerDatabase()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError')
    })
    const error = await putBlob(db, new Uint8Array([1, 2]), 0).catch((thrown: unknown) => thrown)
    expect(classifyFault(error)).toMatchObject({ kind: 'quota' })
    vi.restoreAllMocks()
    expect(await db.count('blobs')).toBe(0)
    expect(await db.count('pending-blobs')).toBe(0)
  })
})

describe('a commit that fails at a failpoint', () => {
  it.each(['before-commit', 'inside-commit'] as const)(
    '%s leaves the old state and can be tried again',
    async (point) => {
      const { db, epoch } = await writerDatabase()
      await createSession(db, epoch)
      armFailpoint({ point, at: 1, action: { type: 'throw', name: 'QuotaExceededError' } })
      expect(await commit(db, epoch, { delta })).toMatchObject({ type: 'fault', fault: { kind: 'quota' } })
      expect(await restoreSession(db, SESSION)).toMatchObject({ state: { head: { seq: 1 }, messages: [] } })
      expect(await db.count('journal')).toBe(1)
      expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
      expect(await db.count('journal')).toBe(2)
    },
  )

  it('after-commit has happened, and the retry says so instead of writing it twice', async () => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch)
    armFailpoint({ point: 'after-commit', at: 1, action: { type: 'throw', name: 'AbortError' } })
    expect(await commit(db, epoch, { delta })).toMatchObject({ type: 'fault', fault: { kind: 'aborted' } })
    expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
    expect(await db.count('journal')).toBe(2)
  })

  it('is delayed inside its transaction without losing it', async () => {
    const { db, epoch } = await writerDatabase()
    await createSession(db, epoch)
    armFailpoint({ point: 'inside-commit', at: 1, action: { type: 'delay', ms: 60 } })
    expect(await commit(db, epoch, { delta })).toEqual({ type: 'committed' })
  })
})
