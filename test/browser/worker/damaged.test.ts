import { afterEach, expect, it } from 'vitest'
import { DATABASE_NAME } from '../../../src/storage/schema.ts'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Makes the last row of a session's transcript unreadable, behind the product's back: its machine cannot go on without
 * it.
 */
async function spoilLastRow(sessionId: string): Promise<void> {
  const db = await settled(indexedDB.open(DATABASE_NAME))
  const store = db.transaction('messages', 'readwrite').objectStore('messages')
  const rows = await settled(store.getAll(IDBKeyRange.bound([sessionId, 0], [sessionId, []])))
  await settled(store.put({ ...rows.at(-1), role: 'spoilt' }))
  db.close()
}

it('a message that is on disk is not refused when it is sent again and its session cannot go on', async () => {
  const p = page()
  await p.role('writer')
  const sessionId = newId()
  const model = { providerId: 'none', model: 'none', thinking: 'off' } as const
  await p.command({ kind: 'create-session', sessionId, ...model })
  await p.open(sessionId)
  const send = (messageId: string) => {
    const content = [{ type: 'text' as const, text: 'Hello' }]
    const input = { type: 'user-send-message', messageId, content, delivery: 'steer' } as const
    return { kind: 'input' as const, sessionId, input: { ...input } }
  }
  const messageId = newId()
  expect(await p.command(send(messageId))).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  // there is no such provider
  await p.until(() => p.status(sessionId) === 'failed', 'failed')
  p.kill()
  await spoilLastRow(sessionId)
  const q = page()
  await q.role('writer')
  expect(await q.command(send(newId()))).toMatchObject({ type: 'refused' })
  expect(await q.command(send(messageId))).toMatchObject({ type: 'acknowledged', outcome: 'known' })
})

it('a session does not hang for ever when the preferences cannot be read: it is refused, until they start afresh', async () => {
  const p = page()
  await p.role('writer')
  const db = await settled(indexedDB.open(DATABASE_NAME))
  const put = db.transaction('settings', 'readwrite').objectStore('settings')
  await settled(put.put({ key: 'preferences', value: { theme: 7 } }))
  db.close()
  const create = () =>
    ({ kind: 'create-session', sessionId: newId(), providerId: 'none', model: 'none', thinking: 'off' }) as const
  const refused = await p.command(create())
  expect(refused).toMatchObject({
    type: 'refused',
    refusal: { values: { text: expect.stringContaining('the preferences') } },
  })
  await p.ask({ kind: 'set-preferences', preferences: {}, fresh: true })
  expect(await p.command(create())).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
})
