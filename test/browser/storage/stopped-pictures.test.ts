import { expect, it, onTestFinished, vi } from 'vitest'
import type { AnswerBlock } from '../../../src/agent/content.ts'
import type { Unstamped } from '../../../src/agent/input.ts'
import { exportBlackBox } from '../../../src/storage/archive/black-box.ts'
import { collectPending, putBlob, readBlob } from '../../../src/storage/blobs.ts'
import { PENDING_GRACE_MS } from '../../../src/storage/pending-marks.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { said } from '../../support/said.ts'
import { exported, imported, NOW, packed, startSession, unpacked } from './archive-support.ts'
import { branched } from './branch-support.ts'
import { storedState } from './stored-state.ts'
import { writerDatabase } from './support.ts'

/** Pictures that an answer had brought before it was stopped or broke. */

const PICTURE = new TextEncoder().encode('a picture')
const A_WEEK_LATER = PENDING_GRACE_MS + 1
const send = (messageId: string, delivery: 'now' | 'interrupt') =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: 'Draw' }], delivery })

type Ending = (cut: number, partial: AnswerBlock[]) => Unstamped[]
const stop: Ending = (cut, partial) => [{ type: 'user-abort', partials: { [cut]: partial } }]
const endings: [string, Ending][] = [
  ['Stop', stop],
  ['Interrupt', (cut, partial) => [{ ...send('m2', 'interrupt'), partials: { [cut]: partial } }]],
  [
    'its stream broke',
    (cut, partial) => {
      const failure = { kind: 'network' as const, message: 'The connection was lost.' }
      return [{ type: 'brain-fail', cut, attempt: 0, failure, partial, retryAt: null }]
    },
  ],
  [
    'its session was deleted, and restored',
    (cut, partial) => [{ type: 'user-delete-session', partials: { [cut]: partial } }, { type: 'user-restore-session' }],
  ],
]

/** Session `s`, in whose second row the picture stands. */
async function drawn(ending = stop) {
  const { db, epoch } = await writerDatabase()
  const sha = await putBlob(db, PICTURE, 0)
  const { state, commit } = await startSession(db, epoch, 's')
  await commit(send('m1', 'now'))
  const cut = state().head.unseen?.cut ?? 0
  await commit({ type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } })
  const text = { type: 'text' as const, text: 'Here it is.' }
  await commit(...ending(cut, [text, { type: 'image', mediaType: 'image/png', blob: sha }]))
  return { db, epoch, sha }
}
/** The picture as session `sessionId` shows it. */
const shown = async (db: Database, sessionId: string): Promise<unknown> =>
  (await storedState(db, sessionId)).messages[1]?.content[1]
const namers = async (db: Database, sha: string): Promise<string[]> =>
  (await db.getAllKeysFromIndex('blob-names', 'by-sha', sha)).map(([sessionId]) => sessionId)

async function blackBox(db: Database): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  await exportBlackBox(db, { sessionId: 's', clean: (text) => text, now: NOW }, (piece) => void parts.push(piece))
  return new Blob(parts)
}

it.each(endings)('a picture that came before %s was lost a week later, and was in no archive', async (_, ending) => {
  const { db, epoch, sha } = await drawn(ending)
  expect(await shown(db, 's')).toMatchObject({ blob: sha })
  await collectPending(db, epoch, A_WEEK_LATER)
  expect(await readBlob(db, sha)).toEqual(PICTURE)
  for (const file of [await exported(db), await blackBox(db)]) {
    const other = await writerDatabase()
    const { sessions, refused } = await imported(other.db, file)
    expect(refused).toEqual([])
    await collectPending(other.db, other.epoch, NOW + A_WEEK_LATER)
    expect(await shown(other.db, sessions[0]?.sessionId ?? '')).toMatchObject({ blob: sha })
    expect(await readBlob(other.db, sha)).toEqual(PICTURE)
  }
})

it.each(endings)(
  'an archive of an older version, which lacks the picture that came before %s, arrives without it',
  async (_, ending) => {
    const { db, sha } = await drawn(ending)
    for (const file of [await exported(db), await blackBox(db)]) {
      const entries = await unpacked(file)
      expect(entries.delete(`blobs/${sha}`)).toBe(true)
      const other = await writerDatabase()
      const { sessions, refused } = await imported(other.db, await packed(entries))
      expect(refused).toEqual([])
      expect(await shown(other.db, sessions[0]?.sessionId ?? '')).toMatchObject({ blob: sha })
      expect([await readBlob(other.db, sha), await namers(other.db, sha)]).toEqual([null, []])
    }
  },
)

it('a branch keeps a picture that came before Stop when what it was made of goes', async () => {
  const { db, epoch, sha } = await drawn()
  await branched(db, epoch, { from: 's', sessionId: 'b', count: 2 })
  await purged(db, epoch, 's')
  await collectPending(db, epoch, 2 * A_WEEK_LATER)
  expect(await shown(db, 'b')).toMatchObject({ blob: sha })
  expect(await readBlob(db, sha)).toEqual(PICTURE)
})

async function purged(db: Database, epoch: number, sessionId: string): Promise<void> {
  const row = await db.get('sessions', sessionId)
  if (row !== undefined) await db.put('sessions', { ...row, deletedAt: 1 })
  expect(await purgeSession(db, { epoch, sessionId, now: A_WEEK_LATER })).toEqual({ type: 'purged-now' })
}

/** As versions left it that named no such picture. */
async function leftPending() {
  const made = await drawn()
  await made.db.delete('blob-names', ['s', made.sha])
  await made.db.put('pending-blobs', { sha: made.sha, since: 0 })
  return made
}

it('a picture that an older version left without a name is named by all that show it before it would be collected', async () => {
  const { db, epoch, sha } = await leftPending()
  await branched(db, epoch, { from: 's', sessionId: 'b', count: 2 })
  expect(await collectPending(db, epoch, A_WEEK_LATER)).toMatchObject({ value: { deleted: 0 } })
  expect([await namers(db, sha), await db.count('pending-blobs')]).toEqual([['b', 's'], 0])
  await purged(db, epoch, 's')
  await collectPending(db, epoch, 2 * A_WEEK_LATER)
  expect(await readBlob(db, sha)).toEqual(PICTURE)
  await purged(db, epoch, 'b')
  expect(await collectPending(db, epoch, 2 * A_WEEK_LATER)).toMatchObject({ value: { deleted: 1 } })
})

it('one that nothing shows any more goes, and a damaged row beside it is no hindrance', async () => {
  const { db, epoch, sha } = await leftPending()
  await db.put('messages', { sessionId: 's', n: 0, content: [null, 7] } as never)
  await db.put('messages', { sessionId: 's', n: 1, content: null } as never)
  expect(await collectPending(db, epoch, A_WEEK_LATER)).toMatchObject({ value: { deleted: 1 } })
  expect([await readBlob(db, sha), await namers(db, sha)]).toEqual([null, []])
})

it('bytes that a purge freed are collected without a look at what other sessions show, and others without one at those that rested', async () => {
  const { db, epoch } = await drawn()
  await startSession(db, epoch, 'other')
  await purged(db, epoch, 's')
  const looked: string[] = []
  const { getAllKeys } = IDBObjectStore.prototype
  const spy = vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(function (
    this: IDBObjectStore,
    ...asked
  ) {
    looked.push(this.name)
    return getAllKeys.apply(this, asked)
  })
  onTestFinished(() => spy.mockRestore())
  expect(await collectPending(db, epoch, 2 * A_WEEK_LATER)).toMatchObject({ value: { deleted: 1 } })
  await putBlob(db, PICTURE, A_WEEK_LATER)
  expect(await collectPending(db, epoch, 3 * A_WEEK_LATER)).toMatchObject({ value: { deleted: 1 } })
  expect(looked).not.toContain('messages')
})
