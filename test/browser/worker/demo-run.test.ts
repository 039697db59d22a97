import { afterEach, expect, it } from 'vitest'
import { IDLE_HELD } from '../../../src/worker/writer/machines.ts'
import { newId, openPage, type TestPage, textOf } from './page.ts'

const pages: TestPage[] = []
const page = (options?: Parameters<typeof openPage>[0]): TestPage => {
  const opened = openPage(options)
  pages.push(opened)
  return opened
}
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

async function begin(p: TestPage, text: string): Promise<string> {
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:?speed=8', thinking: 'low' })
  await p.open(sessionId)
  const input = {
    type: 'user-send-message',
    messageId: newId(),
    content: [{ type: 'text', text }],
    delivery: 'steer',
  } as const
  const ack = await p.command({ kind: 'input', sessionId, input: { ...input, content: [...input.content] } })
  expect(ack).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  return sessionId
}
const idle = (p: TestPage, sessionId: string) => p.until(() => p.status(sessionId) === 'idle', 'idle', 60_000)

it('the demo runs from a message to idle, its tools really run and leave a file', { timeout: 90_000 }, async () => {
  const p = page()
  const sessionId = await begin(p, 'Plan a picnic')
  await idle(p, sessionId)
  const view = p.view(sessionId)
  const calls = view?.messages.flatMap((m) => (m.role === 'assistant' ? m.calls : [])) ?? []
  expect(calls.length).toBeGreaterThanOrEqual(3)
  expect(calls.map((call) => call.result?.kind)).toEqual(calls.map(() => 'ok'))
  const { files } = await p.ask({ kind: 'files', sessionId })
  expect(files.length).toBeGreaterThan(0)
  expect(view?.head.title).toBe('Plan a picnic')
})

it('a worker that dies in mid-stream: the next one shows the text and goes on without a click', {
  timeout: 120_000,
}, async () => {
  const p = page()
  const sessionId = await begin(p, 'Plan a picnic')
  await p.until(() => p.heard.filter((m) => m.type === 'stream').length > 10, 'some text')
  p.kill()
  const q = page()
  await q.role('writer')
  const opened = await q.open(sessionId)
  expect((opened?.view.head.live.length ?? 0) + (opened?.view.head.unsettled.length ?? 0)).toBeGreaterThan(0)
  await idle(q, sessionId)
  expect(textOf(q.view(sessionId)).length).toBeGreaterThan(3)
})

it('a second tab sees the run live, stops it, and takes over when the first dies', { timeout: 120_000 }, async () => {
  const p = page()
  const sessionId = await begin(p, 'Plan a picnic')
  const q = page()
  await q.role('follower')
  await q.open(sessionId)
  await q.until(() => q.heard.some((m) => m.type === 'stream'), 'a stream in the second tab')
  expect(await q.command({ kind: 'input', sessionId, input: { type: 'user-abort' } })).toMatchObject({
    outcome: 'committed',
  })
  await q.until(() => q.status(sessionId) === 'stopped', 'stopped')
  expect(await q.command({ kind: 'input', sessionId, input: { type: 'user-continue' } })).toMatchObject({
    outcome: 'committed',
  })
  p.kill()
  await q.role('writer')
  await idle(q, sessionId)
})

it('a session whose machine was let go of goes on with its next command, as if nothing had been', async () => {
  const p = page()
  const sessions = Array.from({ length: IDLE_HELD + 3 }, newId)
  for (const sessionId of sessions)
    await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo', thinking: 'off' })
  const [first = ''] = sessions
  await p.open(first)
  const input = { type: 'user-name-session', title: 'Still here' } as const
  expect(await p.command({ kind: 'input', sessionId: first, input })).toMatchObject({ outcome: 'committed' })
  expect(p.view(first)?.head.title).toBe('Still here')
  expect(p.heard.filter(({ type }) => type === 'refused')).toEqual([])
})
