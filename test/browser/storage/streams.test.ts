import { expect, it } from 'vitest'
import type { LiveAnswer } from '../../../src/agent/head.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { type AppendOutcome, appendStream, readStreams, type StreamAppend } from '../../../src/storage/streams.ts'
import { head, SESSION } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

const live = (changes: Partial<LiveAnswer> = {}): LiveAnswer => ({
  n: 0,
  cut: 5,
  attempt: 1,
  starts: 1,
  status: 'streaming',
  retryAt: null,
  ...changes,
})

async function streaming(...answers: LiveAnswer[]): Promise<{ db: Database; epoch: number; append: Append }> {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { head: { live: answers.length > 0 ? answers : [live()] } })
  const append: Append = (n, text, changes = {}) =>
    appendStream(db, {
      epoch,
      sessionId: SESSION,
      cut: 5,
      attempt: 1,
      n,
      start: 1,
      parts: [{ index: 0, kind: 'text', text }],
      ...changes,
    })
  return { db, epoch, append }
}
type Append = (n: number, text: string, changes?: Partial<StreamAppend>) => Promise<AppendOutcome>

it('gives back the text of an answer that broke off, and where to go on', async () => {
  const { db, append } = await streaming()
  expect(await append(0, 'Once ', { responseId: 'r1', cursor: 3 })).toEqual({ type: 'appended' })
  await append(1, 'upon', {
    parts: [
      { index: 0, kind: 'text', text: 'upon' },
      { index: 1, kind: 'tool-call', name: 'read', text: '{"pa' },
    ],
    cursor: 9,
  })
  await append(2, '', { parts: [{ index: 1, kind: 'tool-call', name: 'read', text: 'th":1}' }] })
  expect(await readStreams(db, SESSION)).toEqual([
    {
      cut: 5,
      attempt: 1,
      start: 1,
      blocks: [
        { index: 0, kind: 'text', text: 'Once upon' },
        { index: 1, kind: 'tool-call', name: 'read', text: '{"path":1}' },
      ],
      nextN: 3,
      responseId: 'r1',
      cursor: 9,
    },
  ])
})

it('keeps the longer text when the next asking was stopped early', async () => {
  const { db, append } = await streaming()
  await append(0, 'A long first text')
  await append(1, 'short', { start: 2 })
  const [stream] = await readStreams(db, SESSION)
  expect(stream).toMatchObject({ start: 2, nextN: 2, blocks: [{ text: 'A long first text' }] })
  await append(2, ' but longer in the end', { start: 2 })
  const [later] = await readStreams(db, SESSION)
  expect(later).toMatchObject({ start: 2, nextN: 3, blocks: [{ text: 'short but longer in the end' }] })
})

it('keeps two answers apart that stream at the same time', async () => {
  const { db, append } = await streaming(live(), live({ cut: 8 }))
  await append(0, 'first')
  await append(0, 'second', { cut: 8 })
  expect((await readStreams(db, SESSION)).map(({ cut, blocks }) => [cut, blocks[0]?.text])).toEqual([
    [5, 'first'],
    [8, 'second'],
  ])
})

it.each([
  ['has ended', []],
  ['waits for its next attempt', [live({ attempt: 2, status: 'waiting' })]],
  ['streams in a later attempt', [live({ attempt: 2 })]],
  ['is another one', [live({ cut: 6 })]],
])('refuses a late append when the answer %s', async (_name, answers) => {
  const { db, epoch, append } = await streaming()
  await append(0, 'kept')
  await commit(db, epoch, { delta: { head: head({ seq: 2, live: answers }) } })
  expect(await append(1, 'late')).toEqual({ type: 'late' })
  expect(await db.count('streams')).toBe(1)
})

it('refuses the append of a writer that was robbed', async () => {
  const { db, append } = await streaming()
  const epoch = await claimEpoch(db)
  expect(await append(0, 'stale')).toEqual({ type: 'stale-epoch', epoch })
  expect(await db.count('streams')).toBe(0)
})

it('never replaces text that is stored', async () => {
  const { db, append } = await streaming()
  await append(0, 'first')
  expect(await append(0, 'again')).toMatchObject({ type: 'fault' })
  expect((await readStreams(db, SESSION))[0]?.blocks[0]?.text).toBe('first')
})

it('shows the text before a damaged append, without a hole', async () => {
  const { db, append } = await streaming()
  for (const [n, text] of ['one ', 'two ', 'three'].entries()) await append(n, text)
  await db.put('streams', { sessionId: SESSION, cut: 5, attempt: 1, n: 1, parts: 'x' } as never)
  expect(await readStreams(db, SESSION)).toMatchObject([{ blocks: [{ text: 'one ' }], nextN: 3 }])
})
