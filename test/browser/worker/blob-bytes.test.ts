import { expect, it, vi } from 'vitest'
import { putBlob } from '../../../src/storage/blobs.ts'
import { blobBytes } from '../../../src/worker/blob-bytes.ts'
import { fetchBlob } from '../../../src/worker/sync/upkeep/fetch-blob.ts'
import { writerDatabase } from '../storage/support.ts'

/** The storage that devices share stands outside: what it gives. */
vi.mock('../../../src/worker/sync/upkeep/fetch-blob.ts')
const asked = vi.mocked(fetchBlob)

const PICTURE = new Uint8Array([1, 2, 3])

it('bytes that are damaged here were not looked for in the storage of the devices, which still had them', async () => {
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, PICTURE, 0)
  expect(await blobBytes(db, sha)).toEqual(PICTURE)
  await db.put('blobs', { sha, bytes: new Uint8Array([9]) })
  await expect(blobBytes(db, sha)).rejects.toThrow('Damaged record')
  const place = { log: 'l', next: 1, previous: '', sent: 0, over: false, pending: null, by: 'd' }
  await db.put('sync', { ...place, sessionId: 's', epoch, owner: false })
  expect(asked).not.toHaveBeenCalled()
  // it is away, or has none
  asked.mockResolvedValueOnce(null)
  await expect(blobBytes(db, sha)).rejects.toThrow('Damaged record')
  asked.mockResolvedValueOnce(PICTURE)
  expect(await blobBytes(db, sha)).toEqual(PICTURE)
  await db.delete('blobs', sha)
  asked.mockResolvedValueOnce(null)
  expect(await blobBytes(db, sha)).toBeNull()
})
