import { expect, it } from 'vitest'
import { familyOf } from '../../../../src/agent/head.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { makeHereAlready } from '../../../../src/storage/archive/here-already.ts'
import { openArchive } from '../../../../src/storage/archive/open-archive.ts'
import type { ZipEntry } from '../../../../src/storage/archive/zip-reader.ts'
import { putBlob, readBlob } from '../../../../src/storage/blobs.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { said } from '../../../support/said.ts'
import { exported, imported, NOW, packed, startSession, unpacked } from '../archive-support.ts'
import { branched } from '../branch-support.ts'
import { storedState } from '../stored-state.ts'
import { writerDatabase } from '../support.ts'

/** An archive that claims to hold what is here, or meets what is damaged here. */

const send = (messageId: string, words: string): Unstamped =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: words }], delivery: 'now' })

async function told(db: Database, epoch: number, id: string, words: string) {
  const { commit } = await startSession(db, epoch, id)
  await commit(send('m1', words))
  return commit
}
const bring = (db: Database, file: Blob) => imported(db, file, { again: false })
const headOf = async (db: Database, id: string) => (await storedState(db, id)).head
const firstEntry = async (file: Blob): Promise<ZipEntry> => {
  const [entry] = (await openArchive(file)).sessions
  if (entry === undefined) throw new Error('It is empty')
  return entry
}

/** Only the first row of session a. */
async function beginning(): Promise<string> {
  const { db, epoch } = await writerDatabase()
  await startSession(db, epoch, 'a')
  return (await unpacked(await exported(db))).get('sessions/a.jsonl') ?? ''
}

it('a file that holds the first row of a session here put what it had invented into that conversation', async () => {
  // it says other words, and is a variant only of these
  const other = await writerDatabase()
  await told(other.db, other.epoch, 'a', 'Pay them')
  await branched(other.db, other.epoch, { from: 'a', sessionId: 'v', count: 1, variant: true })
  await branched(other.db, other.epoch, { from: 'v', sessionId: 'x', count: 1, variant: true })
  const entries = await unpacked(await exported(other.db))
  entries.set('sessions/a.jsonl', await beginning())
  const arrived = async (): Promise<string[]> => {
    const { db, epoch } = await writerDatabase()
    await told(db, epoch, 'a', 'Kites')
    const { sessions, known, refused } = await bring(db, await packed(entries))
    expect([known, refused, sessions.length]).toEqual([['a'], [], 2])
    const [v, x] = sessions.map(({ sessionId }) => sessionId)
    const families = await Promise.all([v, x].map(async (id = '') => familyOf(await headOf(db, id))))
    return families.map((family) => (family === v ? 'v' : family === x ? 'x' : family))
  }
  expect(await arrived()).toEqual(['v', 'x'])
  // nor by way of what has come with it, whose conversation it then is in
  const invented = (entries.get('sessions/x.jsonl') ?? '').replaceAll('"session":"a"', '"session":"v"')
  entries.set('sessions/x.jsonl', invented.replace('"of":"a"', '"of":"v"'))
  expect(await arrived()).toEqual(['v', 'v'])
})

it('a variant of a variant that parts from the first of them comes back into its conversation, wherever the three part', async () => {
  const { db, epoch } = await writerDatabase()
  const commit = await told(db, epoch, 'a', 'Kites')
  await commit(send('m2', 'More kites'))
  await branched(db, epoch, { from: 'a', sessionId: 'v', count: 1, variant: true })
  await branched(db, epoch, { from: 'v', sessionId: 'w', count: 1, variant: true })
  expect((await headOf(db, 'w')).origin).toMatchObject({ session: 'a', family: 'a' })
  const all = await exported(db)
  const row = await db.get('sessions', 'w')
  if (row !== undefined) await db.put('sessions', { ...row, deletedAt: NOW })
  const { sessions, known } = await bring(db, all)
  expect(known).toEqual(['a', 'v'])
  expect((await headOf(db, sessions[0]?.sessionId ?? '')).origin).toMatchObject({ session: 'a', family: 'a' })
})

it('a head that does not belong to the journal before it passed for a session here', async () => {
  const { db, epoch } = await writerDatabase()
  await told(db, epoch, 'a', 'Kites')
  const lines = (await beginning()).split('\n')
  const head = lines.findIndex((line) => line.startsWith('{"type":"head"'))
  lines[head] = (lines[head] ?? '').replace('"seq":1', '"seq":2')
  const entries = new Map([...(await unpacked(await exported(db))), ['sessions/a.jsonl', lines.join('\n')] as const])
  expect(await bring(db, await packed(entries))).toMatchObject({ known: [], refused: [{ name: 'sessions/a.jsonl' }] })
})

it.each(['messages', 'configs'] as const)(
  'a backup brought nothing for a session whose %s are damaged here, since it was here already',
  async (store) => {
    const { db, epoch } = await writerDatabase()
    await told(db, epoch, 'a', 'Kites')
    const file = await exported(db)
    const [key] = await db.getAllKeys(store)
    await db.delete(store, key as never)
    const { sessions, known, refused } = await bring(db, file)
    expect([sessions.length, known, refused]).toEqual([1, [], []])
    expect((await storedState(db, sessions[0]?.sessionId ?? '')).messages).toHaveLength(1)
    // the copy is whole
    expect((await bring(db, file)).known).toEqual([sessions[0]?.sessionId])
  },
)

it('a backup did not bring back the bytes that a session here has lost', async () => {
  const { db, epoch } = await writerDatabase()
  const commit = await told(db, epoch, 'a', 'Kites')
  const sha = await putBlob(db, new TextEncoder().encode('hello'), 0)
  const change = { path: 'a.txt', from: null, to: sha, size: 5, mediaType: 'text/plain' }
  await commit({ type: 'user-change-files', files: [change], known: [] })
  const file = await exported(db)
  await db.delete('blobs', sha)
  expect(await bring(db, file)).toMatchObject({ sessions: [], known: ['a'], places: [0], refused: [] })
  expect(new TextDecoder().decode((await readBlob(db, sha)) ?? undefined)).toBe('hello')
  // others are not put in their place, and that is said
  await db.delete('blobs', sha)
  const entries = new Map([...(await unpacked(file)), [`blobs/${sha}`, 'jello'] as const])
  const odd = await bring(db, await packed(entries))
  expect([odd.known, odd.refused.length, await readBlob(db, sha)]).toEqual([['a'], 1, null])
})

it.each([false, true])(
  'a backup did not put right the bytes that are damaged here, nor did its copy have them whole (a copy: %s)',
  async (again) => {
    const { db, epoch } = await writerDatabase()
    const commit = await told(db, epoch, 'a', 'Kites')
    const sha = await putBlob(db, new TextEncoder().encode('hello'), 0)
    const change = { path: 'a.txt', from: null, to: sha, size: 5, mediaType: 'text/plain' }
    await commit({ type: 'user-change-files', files: [change], known: [] })
    const file = await exported(db)
    await db.put('blobs', { sha, bytes: new TextEncoder().encode('jello') })
    const { known, refused } = await imported(db, file, { again })
    expect([known, refused]).toEqual([again ? [] : ['a'], []])
    expect(new TextDecoder().decode((await readBlob(db, sha)) ?? undefined)).toBe('hello')
  },
)

it('a session that was deleted while an import was under way was here already', async () => {
  const { db, epoch } = await writerDatabase()
  await told(db, epoch, 'a', 'Kites')
  const entry = await firstEntry(await exported(db))
  expect((await (await makeHereAlready(db, false))(entry))?.sessionId).toBe('a')
  const hereAlready = await makeHereAlready(db, false)
  const row = await db.get('sessions', 'a')
  if (row !== undefined) await db.put('sessions', { ...row, deletedAt: NOW })
  expect(await hereAlready(entry)).toBeNull()
})

it('copies of a file that was here in part brought what had only just come a second time, too', async () => {
  const { db, epoch } = await writerDatabase()
  await told(db, epoch, 'a', 'Kites')
  const other = await writerDatabase()
  await told(other.db, other.epoch, 'a', 'Kites')
  await told(other.db, other.epoch, 'b', 'Boats')
  const file = await exported(other.db)
  const { sessions, known, places } = await bring(db, file)
  expect([sessions.length, known, places]).toEqual([1, ['a'], [0]])
  const copies = await imported(db, file, { again: true, only: new Set(places) })
  expect([copies.sessions.length, await db.count('sessions')]).toEqual([1, 3])
})

it('each of thousands that began in one moment was compared with all of them, and stopping waited for the end', async () => {
  const { db, epoch } = await writerDatabase()
  for (let n = 0; n < 12; n++) await told(db, epoch, `s${n}`, `Kite ${n}`)
  const other = await writerDatabase()
  await told(other.db, other.epoch, 'z', 'Boats')
  const entry = await firstEntry(await exported(other.db))
  let opened = 0
  const counted: ZipEntry = {
    ...entry,
    open: () => {
      opened++
      return entry.open()
    },
  }
  expect(await (await makeHereAlready(db, false))(counted)).toBeNull()
  expect(opened).toBe(9)
  opened = 0
  expect(await (await makeHereAlready(db, false, () => opened === 3))(counted)).toBeNull()
  expect(opened).toBe(3)
})
