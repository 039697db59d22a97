import { afterEach, expect, it } from 'vitest'
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

it('a message of which its person had heard that it was not sent was sent by a copy that another tab had in its hands', async () => {
  const p = page()
  await p.role('writer')
  const [sessionId, messageId, id] = [newId(), newId(), newId()]
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:?speed=40', thinking: 'off' })
  await p.command({ kind: 'input', sessionId, input: { type: 'user-delete-session' } })
  const content = [{ type: 'text' as const, text: 'Plan a picnic' }]
  const input = { type: 'user-send-message' as const, messageId, content, delivery: 'steer' as const }
  const send = { kind: 'input' as const, sessionId, input }
  const refused = { type: 'refused', id, refusal: { code: 'message-to-deleted', values: {} } }
  expect(await p.command(send, id)).toEqual(refused)
  await p.command({ kind: 'input', sessionId, input: { type: 'user-restore-session' } })

  const q = page()
  await q.role('follower')
  expect(await q.command(send, id)).toEqual(refused)
  // and of one that a tab has longer than its writer lives
  p.kill()
  await q.role('writer')
  const r = page()
  await r.role('follower')
  expect(await r.command(send, id)).toEqual(refused)
  const opened = await r.open(sessionId)
  expect(opened?.view.messages).toEqual([])
  expect(opened?.view.queue).toEqual([])

  // what is said anew is taken
  const anew = { ...send, input: { ...input, messageId: newId() } }
  expect(await r.command(anew)).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
})
