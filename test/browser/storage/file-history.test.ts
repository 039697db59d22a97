import { expect, it } from 'vitest'
import { readFileHistory } from '../../../src/storage/file-history.ts'
import { SESSION } from './rows.ts'
import { createSession, writerDatabase } from './support.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const change = (path: string, from: string | null, to: string | null) => ({
  path,
  from,
  to,
  size: to === null ? 0 : 1,
  mediaType: 'text/plain',
})

it('tells the states of one file from the journal, without what was never applied and without damaged rows', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const put = (seq: number, input: object) =>
    db.put('journal', { sessionId: SESSION, epoch, seq, timestamp: seq * 10, agentVersion: 1, input } as never)
  const respond = { type: 'toolkit-respond', attempt: 0, content: [], known: [], terminate: false }
  await put(100, { ...respond, toolCallId: '1.0.0', files: [change('a.md', null, A), change('b.md', null, A)] })
  // none of the two applies: b.md is not what the second change says
  await put(101, { ...respond, toolCallId: '2.0.0', files: [change('a.md', A, B), change('b.md', B, A)] })
  await db.put('journal', { sessionId: SESSION, seq: 102, input: { type: 'user-change-files', files: 7 } } as never)
  await put(103, { type: 'user-change-files', files: [change('a.md', A, B)], known: [] })
  await put(104, { type: 'user-abort' })
  await put(105, { ...respond, toolCallId: '3.0.0', files: [change('a.md', B, null)] })
  expect(await readFileHistory(db, SESSION, 'a.md')).toEqual([
    { seq: 100, timestamp: 1000, blob: A, size: 1, mediaType: 'text/plain', by: '1.0.0' },
    { seq: 103, timestamp: 1030, blob: B, size: 1, mediaType: 'text/plain', by: null },
    { seq: 105, timestamp: 1050, blob: null, size: 0, mediaType: 'text/plain', by: '3.0.0' },
  ])
  expect(await readFileHistory(db, SESSION, 'nothing.md')).toEqual([])
})

it('begins in the middle where the journal does: what an input says that it builds on is believed', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const known = [{ path: 'a.md', blob: A, size: 1, mediaType: '', seq: 1, timestamp: 1 }]
  const input = { type: 'user-change-files', files: [change('a.md', A, B)], known }
  await db.put('journal', { sessionId: SESSION, epoch, seq: 100, timestamp: 1, agentVersion: 1, input } as never)
  expect((await readFileHistory(db, SESSION, 'a.md')).map(({ blob }) => blob)).toEqual([B])
})
