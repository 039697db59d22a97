import { expect, it } from 'vitest'
import type { Unstamped } from '../../../../src/agent/input.ts'
import { exportBlackBox } from '../../../../src/storage/archive/black-box.ts'
import { lookIntoArchive } from '../../../../src/storage/archive/look-into.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { said } from '../../../support/said.ts'
import { exported, imported, NOW, startSession, unpacked } from '../archive-support.ts'
import { branched } from '../branch-support.ts'
import { CONFIG } from '../rows.ts'
import { storedState } from '../stored-state.ts'
import { writerDatabase } from '../support.ts'

/** An archive of Reflexor brought in where its sessions, or some of them, still are. */

const send = (messageId: string, words: string): Unstamped =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: words }], delivery: 'now' })
const answer = (cut: number, text: string): Unstamped[] => [
  { type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } },
  {
    ...{ type: 'brain-send-message-complete', cut, attempt: 0, content: [{ type: 'text', text }], stopReason: 'stop' },
    ...{ usage: { input: 7, output: 3, cacheRead: 0, cacheWrite: 0, reasoning: 0 }, cost: 0.5 },
  },
]
const BACKGROUND = { date: 'Monday', zone: 'UTC', instructions: 'Like a pirate.', memory: null }

async function talked(db: Database, epoch: number, id: string, words: string, config = CONFIG) {
  const { state, commit } = await startSession(db, epoch, id, config)
  await commit(send('m1', words))
  await commit(...answer(state().head.unseen?.cut ?? 0, `You said ${words}`))
  return commit
}
async function bring(db: Database, file: Blob) {
  const { sessions, refused, known } = await imported(db, file, { again: false })
  expect(refused).toEqual([])
  return { arrived: sessions.map(({ sessionId }) => sessionId), known }
}

it('an own archive brought in again where its sessions still are copied them all a second time', async () => {
  const { db, epoch } = await writerDatabase()
  await talked(db, epoch, 'a', 'Kites', { ...CONFIG, background: BACKGROUND })
  await talked(db, epoch, 'b', 'Boats')
  const file = await exported(db)
  expect((await unpacked(file)).get('sessions/a.jsonl')).not.toContain('pirate')
  expect(await bring(db, file)).toEqual({ arrived: [], known: ['a', 'b'] })
  expect(await db.count('sessions')).toBe(2)
  // what arrived on another device does not come there twice, and what it had taken away is not asked about again
  const other = await writerDatabase()
  const { arrived } = await bring(other.db, file)
  expect((await lookIntoArchive(file, 'Mine.')).found).toHaveLength(1)
  expect((await lookIntoArchive(file, 'Mine.', { hereIn: other.db })).found).toEqual([])
  expect(await bring(other.db, file)).toEqual({ arrived: [], known: arrived })
  // and from there it is no news here, but what was added there is
  const back = await bring(db, await exported(other.db))
  expect([back.arrived.length, back.known]).toEqual([2, []])
})

it('what goes on here is still here; what went on elsewhere, says other words or was deleted here comes as a copy', async () => {
  const { db, epoch } = await writerDatabase()
  const goOn = await talked(db, epoch, 'a', 'Kites')
  const alone = await exported(db, { sessionIds: ['a'] })
  await goOn(send('m2', 'More kites'))
  expect(await bring(db, alone)).toEqual({ arrived: [], known: ['a'] })

  // the same session under the same id, which went on in another way, and one that began and ended in the same moments
  const other = await writerDatabase()
  await (await talked(other.db, other.epoch, 'a', 'Kites'))(send('m2', 'Fewer kites'))
  await talked(other.db, other.epoch, 'c', 'Hills')
  expect((await bring(db, await exported(other.db))).known).toEqual([])

  const third = await writerDatabase()
  const keepOn = await talked(third.db, third.epoch, 'a', 'Kites')
  await keepOn(said({ type: 'user-delete-session' }))
  expect((await bring(third.db, alone)).known).toEqual([])
})

it('a session whose branch alone is here is not here; a variant that was deleted comes back beside the one that it belongs to', async () => {
  const { db, epoch } = await writerDatabase()
  await talked(db, epoch, 'a', 'Kites')
  await branched(db, epoch, { from: 'a', sessionId: 'v', count: 1, variant: true })
  const all = await exported(db)
  expect(await bring(db, all)).toEqual({ arrived: [], known: ['a', 'v'] })
  const gone = async (id: string, deletedAt: number | null): Promise<void> => {
    const row = await db.get('sessions', id)
    if (row !== undefined) await db.put('sessions', { ...row, deletedAt })
  }
  await gone('v', NOW)
  const back = await bring(db, all)
  expect([back.arrived.length, back.known]).toEqual([1, ['a']])
  expect((await storedState(db, back.arrived[0] ?? '')).head.origin).toMatchObject({ session: 'a', family: 'a' })
  await gone('v', null)
  // up to where its branch parts from it, the first has nothing of its own
  const early = await writerDatabase()
  const { commit } = await startSession(early.db, early.epoch, 'a')
  await commit(send('m1', 'Kites'))
  const beginning = await exported(early.db)
  await branched(early.db, early.epoch, { from: 'a', sessionId: 'w', count: 1, variant: false })
  expect((await bring(early.db, beginning)).known).toEqual(['a'])
  const row = await early.db.get('sessions', 'a')
  if (row !== undefined) await early.db.put('sessions', { ...row, deletedAt: NOW })
  expect((await bring(early.db, beginning)).known).toEqual([])
})

it('a black box that was opened before is here; what it is a recording of is another thing', async () => {
  const { db, epoch } = await writerDatabase()
  await talked(db, epoch, 'a', 'Kites')
  const parts: Uint8Array<ArrayBuffer>[] = []
  const wish = { sessionId: 'a', clean: (text: string) => text, wire: false, now: NOW }
  await exportBlackBox(db, wish, (piece) => void parts.push(piece))
  const box = new Blob(parts)
  const { arrived, known } = await bring(db, box)
  expect([arrived.length, known]).toEqual([1, []])
  expect(await bring(db, box)).toEqual({ arrived: [], known: arrived })
  const plain = await exported(db, { sessionIds: ['a'] })
  expect((await bring(db, plain)).known).toEqual(['a'])
  const row = await db.get('sessions', 'a')
  if (row !== undefined) await db.put('sessions', { ...row, deletedAt: NOW })
  // a recording is nothing that one can go on in
  expect((await bring(db, plain)).known).toEqual([])
  expect((await bring(db, await exported(db, { sessionIds: arrived }))).known).toEqual(arrived)
})
