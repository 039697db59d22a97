import { expect, it } from 'vitest'
import { readArtifactVersions } from '../../../src/storage/artifact-versions.ts'
import { SESSION } from './rows.ts'
import { createSession, writerDatabase } from './support.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const shows = (id: string, blob: string, path = 'page.html') => ({
  id,
  result: { timestamp: 5, details: { shape: 'artifact', path, blob, title: `Title ${id}` } },
})

it('tells each showing of one page in the order of the conversation, whatever else stands there or is damaged', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  const put = (n: number, row: object, sessionId = SESSION) =>
    db.put('messages', { sessionId, epoch, n, seq: 100 + n, ...row } as never)
  await put(10, { calls: [{ id: 'x', result: null }, shows('1.0.0', A), shows('1.0.1', A, 'other.html')] })
  await put(11, { calls: 7 })
  await put(12, { calls: [{ id: 'y', result: { timestamp: 1, details: { shape: 'artifact', path: 'page.html' } } }] })
  await put(13, { role: 'user', content: [] })
  await put(14, { calls: [shows('2.0.0', B)] })
  await put(15, { calls: [shows('9.0.0', B)] }, `${SESSION}-another`)
  expect(await readArtifactVersions(db, SESSION, 'page.html')).toEqual([
    { callId: '1.0.0', timestamp: 5, blob: A, title: 'Title 1.0.0' },
    { callId: '2.0.0', timestamp: 5, blob: B, title: 'Title 2.0.0' },
  ])
  expect(await readArtifactVersions(db, SESSION, 'nothing.html')).toEqual([])
})
