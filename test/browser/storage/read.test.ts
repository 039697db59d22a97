import { expect, it } from 'vitest'
import type { FileEntry } from '../../../src/agent/state.ts'
import { readFile, readFileEntries, readFiles } from '../../../src/storage/files.ts'
import { knownMessageId, listHeads, messagesAfter, openView, readRows } from '../../../src/storage/read.ts'
import { answer, CONFIG, queued, SESSION, userMessage } from './rows.ts'
import { createSession, writerDatabase } from './support.ts'

const messages = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? userMessage(n) : answer(n)))
const broken = (n: number) => ({ sessionId: SESSION, n, role: 'user' }) as never

it('opens a session at its tail', async () => {
  const { db, epoch } = await writerDatabase()
  const made = await createSession(db, epoch, { messages, queue: [queued('q', 90)] })
  expect(await openView(db, SESSION, 5)).toEqual({
    type: 'found',
    view: { head: made, config: CONFIG, queue: [queued('q', 90)], messages: messages.slice(15), plan: null },
    damaged: [],
    hasFiles: false,
  })
  expect(await openView(db, 'nobody', 5)).toEqual({ type: 'missing' })
})

it('shows a page every row that can be read, and the places of those that cannot', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  await db.put('messages', broken(4))
  await db.delete('messages', [SESSION, 6])
  const outcome = await readRows(db, SESSION, 3, 8)
  expect(outcome?.messages.map(({ n }) => n)).toEqual([3, 5, 7])
  expect(outcome).toMatchObject({ seq: 1, damaged: [4, 6] })
})

it('bounds what a page asks for by the transcript', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  expect((await readRows(db, SESSION, 18, 1e9))?.messages.map(({ n }) => n)).toEqual([18, 19])
  expect(await readRows(db, SESSION, 50, 60)).toEqual({ seq: 1, messages: [], damaged: [] })
  expect(await readRows(db, SESSION, 9, 3)).toEqual({ seq: 1, messages: [], damaged: [] })
  expect(await readRows(db, 'nobody', 0, 9)).toBeNull()
})

it('reads for an asking what joined after the summary and not after the cut', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  expect((await messagesAfter(db, SESSION, 5, 9)).map(({ seq }) => seq)).toEqual([6, 7, 8, 9])
  expect(await messagesAfter(db, SESSION, 9, 9)).toEqual([])
})

it('does not ask the brain about a conversation with a hole in it', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  await db.put('messages', { ...userMessage(4), sessionId: SESSION, content: 'x' } as never)
  await expect(messagesAfter(db, SESSION, 0, 99)).rejects.toThrow('message 5 of this session')
})

it('lists sessions with the latest first and those that are damaged apart', async () => {
  const { db, epoch } = await writerDatabase()
  for (const [id, timestamp] of [
    ['a', 5],
    ['b', 9],
    ['c', 7],
  ] as const)
    await createSession(db, epoch, { head: { sessionId: id, timestamp } })
  await db.put('sessions', { sessionId: 'a', seq: 1 } as never)
  const { heads, damaged } = await listHeads(db)
  expect(heads.map(({ sessionId }) => sessionId)).toEqual(['b', 'c'])
  expect(damaged).toEqual(['a'])
})

it('knows a message that was sent before, in the transcript or waiting, in its own session only', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages, queue: [queued('waits', 90)] })
  expect(await knownMessageId(db, SESSION, 'user-4')).toBe(true)
  expect(await knownMessageId(db, SESSION, 'waits')).toBe(true)
  expect(await knownMessageId(db, SESSION, 'user-5')).toBe(false)
  expect(await knownMessageId(db, 'session-2', 'user-4')).toBe(false)
})

it('reads files by path, and knows deleted ones only as entries to build on', async () => {
  const { db, epoch } = await writerDatabase()
  const file = (path: string, blob: string | null): FileEntry => ({
    path,
    blob,
    size: 1,
    mediaType: 'text/plain',
    seq: 1,
    timestamp: 1,
  })
  const files = [file('a.txt', 'a'.repeat(64)), file('gone.txt', null)]
  await createSession(db, epoch, { files })
  expect(await readFiles(db, SESSION)).toEqual({ seq: 1, files: [files[0]], damaged: [] })
  expect(await readFile(db, SESSION, 'a.txt')).toEqual(files[0])
  expect(await readFile(db, SESSION, 'gone.txt')).toBeNull()
  expect(await readFileEntries(db, SESSION, ['gone.txt', 'new.txt', 'a.txt', 'a.txt'])).toEqual([files[1], files[0]])
  await db.put('files', { sessionId: SESSION, path: 'a.txt', blob: 'short' } as never)
  expect(await readFiles(db, SESSION)).toEqual({ seq: 1, files: [], damaged: ['a.txt'] })
  await expect(readFile(db, SESSION, 'a.txt')).rejects.toThrow('the file a.txt')
})
