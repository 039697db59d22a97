import { expect, it } from 'vitest'
import { conversationsIn, importElsewhere } from '../../../../src/storage/archive/elsewhere/import-elsewhere.ts'
import { newCourse } from '../../../../src/storage/archive/import-course.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { CHATGPT, CLAUDE } from '../../../support/exports-elsewhere.ts'
import { exported, FRESH, imported, NOW, startSession } from '../archive-support.ts'
import { writerDatabase } from '../support.ts'

async function take(db: Database, conversations: readonly object[]) {
  const sources = await conversationsIn(new Blob([JSON.stringify(conversations)]))
  if (sources === null) throw new Error('It is not known')
  const {
    sessions,
    refused,
    known: here,
  } = await importElsewhere(db, sources, {
    ...{ now: NOW, newId: () => crypto.randomUUID(), problemOfPath: () => null, configure: () => FRESH },
    ...{ ownPrompt: 'Be mine.', keep: new Set<string>() },
  })
  expect(refused).toEqual([])
  return {
    titles: sessions.map(({ title }) => title),
    ids: sessions.map(({ sessionId }) => sessionId),
    known: here.length,
  }
}
const change = async (db: Database, id: string, more: object): Promise<void> => {
  const row = await db.get('sessions', id)
  if (row !== undefined) await db.put('sessions', { ...row, ...more })
}
const kite = (n: number, more: object = {}) => ({
  ...CHATGPT,
  title: `Kite ${n}`,
  create_time: 1_700_000_000 + n,
  ...more,
})

it('an export that is brought in again, for the rest of it, brought all of it a second time', async () => {
  const { db } = await writerDatabase()
  const first = await take(db, [kite(1), kite(2)])
  expect(first.known).toBe(0)
  // one has another name by now
  await change(db, first.ids[0] ?? '', { title: 'Mine' })
  const again = await take(db, [kite(1), kite(2), kite(3)])
  expect([again.titles, again.known]).toEqual([['Kite 3 (ChatGPT)'], 2])
  expect([await take(db, [CLAUDE]), await take(db, [CLAUDE])]).toMatchObject([{ known: 0 }, { known: 1, titles: [] }])
})

it('what was deleted, has grown or says other words comes all the same; two that are alike are two', async () => {
  const { db } = await writerDatabase()
  const first = await take(db, [kite(1), kite(2), kite(3)])
  await change(db, first.ids[0] ?? '', { deletedAt: NOW })
  const { n7, ...upToN6 } = CHATGPT.mapping
  const shorter = kite(2, { current_node: 'n6', mapping: upToN6 })
  const content = { ...n7.message.content, parts: ['Pipa.'] }
  const other = kite(3, { mapping: { ...CHATGPT.mapping, n7: { ...n7, message: { ...n7.message, content } } } })
  const again = await take(db, [kite(1), shorter, other])
  expect([again.titles.length, again.known]).toEqual([3, 0])
  const twins = await take(db, [kite(8), kite(8)])
  expect(twins.titles.length).toBe(2)
  expect(await take(db, [kite(8), kite(8), kite(8)])).toMatchObject({ known: 2, titles: ['Kite 8 (ChatGPT)'] })
})

it('an archive of Reflexor says how far it has come, and ends before its next session when it is stopped', async () => {
  const { db, epoch } = await writerDatabase()
  for (const id of ['a', 'b', 'c']) await startSession(db, epoch, id)
  const file = await exported(db)
  const other = await writerDatabase()
  const course = newCourse()
  const seen: [number, number | null][] = []
  const newId = (): string => {
    seen.push([course.done, course.of])
    if (seen.length === 2) course.stopped = true
    return `arrived-${seen.length}`
  }
  const { sessions } = await imported(other.db, file, { course, newId, again: false })
  expect(seen).toEqual([
    [0, 3],
    [1, 3],
  ])
  expect([sessions.length, course.done]).toEqual([2, 2])
  // brought in again, it brings the rest
  const rest = await imported(other.db, file, { again: false })
  expect([rest.sessions.length, rest.known]).toEqual([1, ['arrived-1', 'arrived-2']])
})

it('branches of one conversation arrive as variants of it, and do not come again with it', async () => {
  const { db } = await writerDatabase()
  const message = (uuid: string, parent: string, text = uuid) => ({
    ...{ uuid, parent_message_uuid: parent, sender: uuid.startsWith('h') ? 'human' : 'assistant', text: '' },
    content: [{ type: 'text', text }],
  })
  const forked = {
    ...{ uuid: 'c', name: 'Kites', created_at: '2026-01-01T00:00:00Z', current_leaf_message_uuid: 'a2' },
    chat_messages: [
      message('h1', 'root'),
      message('a1', 'h1'),
      message('a2', 'h1'),
      message('h0', 'root'),
      message('a0', 'h0'),
    ],
  }
  const first = await take(db, [forked])
  expect(first.titles).toEqual(['Kites (Claude)', 'Kites (Claude)', 'Kites (Claude)'])
  const heads = await Promise.all(first.ids.map((id) => db.get('sessions', id)))
  const [main] = first.ids
  expect(heads.map((head) => head?.['origin'])).toEqual([
    undefined,
    expect.objectContaining({ session: main, n: 1, family: main }),
    expect.objectContaining({ session: main, n: 0, family: main }),
  ])
  expect(await take(db, [forked])).toMatchObject({ titles: [], known: 1 })
})
