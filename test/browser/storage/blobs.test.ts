import { expect, it } from 'vitest'
import type { Input } from '../../../src/agent/input.ts'
import { collectPending, missingBlobs, putBlob, readBlob, shaOf } from '../../../src/storage/blobs.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { PENDING_GRACE_MS } from '../../../src/storage/pending-marks.ts'
import { keepDraft } from '../../../src/storage/settings/drafts.ts'
import { said } from '../../support/said.ts'
import { head, SESSION } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values)
const image = (blob: string): Input => ({
  ...said({
    type: 'user-send-message',
    messageId: 'm',
    content: [{ type: 'image', mediaType: 'image/png', blob }],
    delivery: 'steer',
  }),
  seq: 2,
  timestamp: 2,
})
const LATER = PENDING_GRACE_MS + 1

it('names bytes by their SHA-256 and gives them back', async () => {
  const { db } = await writerDatabase()
  const sha = await putBlob(db, new TextEncoder().encode('abc'), 0)
  expect(sha).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(await readBlob(db, sha)).toEqual(new TextEncoder().encode('abc'))
  expect(await readBlob(db, await shaOf(bytes(9)))).toBeNull()
  expect(await missingBlobs(db, [sha, 'f'.repeat(64)])).toEqual(['f'.repeat(64)])
})

it('collects a blob that no commit ever named, but not one that was put a moment ago', async () => {
  const { db, epoch } = await writerDatabase()
  const old = await putBlob(db, bytes(1), 0)
  const young = await putBlob(db, bytes(2), LATER - 5)
  expect(await collectPending(db, epoch, LATER)).toEqual({ type: 'written', value: { deleted: 1 } })
  expect(await missingBlobs(db, [old, young])).toEqual([old])
  expect(await db.count('pending-blobs')).toBe(1)
})

it('keeps what an unsent message has with it, as long as that is there', async () => {
  const { db, epoch } = await writerDatabase()
  const [picture, file, words] = await Promise.all([1, 2, 3].map((n) => putBlob(db, bytes(n), 0)))
  if (picture === undefined || file === undefined || words === undefined) throw new Error('Nothing was put.')
  const attached = [
    { type: 'image' as const, mediaType: 'image/png', blob: picture },
    { type: 'document' as const, name: 'a', mediaType: 'text/plain', blob: file, words, length: 1 },
  ]
  const place = { sessionId: 's', tab: 't' }
  await keepDraft(db, { ...place, draft: { text: '', id: 'm', at: 0, attached } })
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ value: { deleted: 0 } })
  await keepDraft(db, { ...place, draft: { text: 'without it', id: 'n', at: 1, attached: attached.slice(1) } })
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ value: { deleted: 1 } })
  // one of a version to come, which nobody here can read
  await db.put('settings', { key: 'draft:s:t', value: { text: 'a', parts: [{ kind: 'sketch', bytes: file }] } })
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ value: { deleted: 1 } })
  await keepDraft(db, { ...place, draft: null })
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ value: { deleted: 1 } })
  expect(await missingBlobs(db, [picture, file, words])).toEqual([picture, file, words])
})

it('keeps for ever what a commit has named, also when the same bytes are put again', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const sha = await putBlob(db, bytes(1), 0)
  await commit(db, epoch, { inputs: [image(sha)], delta: { head: head({ seq: 2 }) } })
  await putBlob(db, bytes(1), 0)
  // no version before knows the mark that this leaves
  expect(await db.getKey('pending-blobs', sha)).toBeUndefined()
  expect(await collectPending(db, epoch, 10 * LATER)).toMatchObject({ value: { deleted: 0 } })
  expect(await readBlob(db, sha)).toEqual(bytes(1))
})

it('keeps the mark when the commit that would have named it was refused', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const sha = await putBlob(db, bytes(1), 0)
  await commit(db, epoch, { inputs: [image(sha)], previousSeq: 77, delta: { head: head({ seq: 78 }) } })
  expect(await db.count('pending-blobs')).toBe(1)
})

it('starts the grace of a pending blob anew when it is put again', async () => {
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, bytes(1), 0)
  await putBlob(db, bytes(1), LATER)
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ value: { deleted: 0 } })
  expect(await missingBlobs(db, [sha])).toEqual([])
})

it('lets no robbed writer collect', async () => {
  const { db, epoch } = await writerDatabase()
  await putBlob(db, bytes(1), 0)
  await claimEpoch(db)
  expect(await collectPending(db, epoch, LATER)).toMatchObject({ type: 'stale-epoch' })
  expect(await db.count('blobs')).toBe(1)
})

it('names a blob whose bytes are not what its name says as damaged', async () => {
  const { db } = await writerDatabase()
  const sha = await putBlob(db, bytes(1), 0)
  await db.put('blobs', { sha, bytes: bytes(2) })
  await expect(readBlob(db, sha)).rejects.toThrow('Damaged record')
  await db.put('blobs', { sha, bytes: 'text' } as never)
  await expect(readBlob(db, sha)).rejects.toThrow('Damaged record')
})

it.each([
  ['others', bytes(2)],
  ['none', 'text'],
])('bytes in whose place %s stand could not be put right by putting the same file again', async (_, damaged) => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const sha = await putBlob(db, bytes(1), 0)
  const spoil = () => db.put('blobs', { sha, bytes: damaged } as never)
  await spoil()
  await putBlob(db, bytes(1), 0)
  expect(await readBlob(db, sha)).toEqual(bytes(1))
  // nor once a commit has named them
  await commit(db, epoch, { inputs: [image(sha)], delta: { head: head({ seq: 2 }) } })
  await spoil()
  await putBlob(db, bytes(1), 0)
  expect(await readBlob(db, sha)).toEqual(bytes(1))
  expect(await db.getKey('pending-blobs', sha)).toBeUndefined()
})

it('stores a blob of no bytes and one of 5 MB', async () => {
  const { db } = await writerDatabase()
  const large = new Uint8Array(5_000_000).fill(7)
  const names = [await putBlob(db, bytes(), 0), await putBlob(db, large, 0)]
  expect((await readBlob(db, names[0] ?? ''))?.length).toBe(0)
  expect((await readBlob(db, names[1] ?? ''))?.length).toBe(5_000_000)
})

it('is not forgotten as named by a session that was just created with it', async () => {
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, bytes(3), 0)
  await createSession(db, epoch)
  await commit(db, epoch, { inputs: [image(sha)], delta: { head: head({ seq: 2 }) } })
  expect(await db.getAll('blob-names')).toEqual([{ sessionId: SESSION, sha, epoch }])
})
