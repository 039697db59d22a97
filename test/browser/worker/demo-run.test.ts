import { afterEach, expect, it } from 'vitest'
import { isBusyStatus, status } from '../../../src/agent/status.ts'
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

const demo = (speed: number) => ({ providerId: 'demo', model: `demo:?speed=${speed}`, thinking: 'low' }) as const

async function begin(p: TestPage, text: string, speed = 200): Promise<string> {
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, ...demo(speed) })
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
const streams = (p: TestPage, sessionId: string): number =>
  p.heard.filter((m) => m.type === 'stream' && m.sessionId === sessionId).length
/**
 * From its next answer on: what comes before it is slow enough for what is done in the middle of it, on any machine.
 */
const speedUp = (p: TestPage, sessionId: string) =>
  p.command({ kind: 'input', sessionId, input: { type: 'user-configure', config: { model: demo(200) } } })
const idle = (p: TestPage, sessionId: string) => p.until(() => p.status(sessionId) === 'idle', 'idle')

it('the demo runs from a message to idle, its tools really run and leave a file', async () => {
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

it('a worker that dies in mid-stream: the next one shows the text and goes on without a click', async () => {
  const p = page()
  const sessionId = await begin(p, 'Plan a picnic', 2)
  await p.until(() => streams(p, sessionId) > 10, 'some text')
  p.kill()
  const q = page()
  await q.role('writer')
  const opened = await q.open(sessionId)
  expect(opened && isBusyStatus(status(opened.view.head))).toBe(true)
  await speedUp(q, sessionId)
  await idle(q, sessionId)
  expect(textOf(q.view(sessionId)).length).toBeGreaterThan(3)
})

it('a second tab sees the run live, stops it, and takes over when the first dies', async () => {
  const p = page()
  await p.role('writer')
  const q = page()
  await q.role('follower')
  const sessionId = await begin(p, 'Plan a picnic', 2)
  await q.open(sessionId)
  await q.until(() => streams(q, sessionId) > 0, 'a stream in the second tab')
  expect(await q.command({ kind: 'input', sessionId, input: { type: 'user-abort' } })).toMatchObject({
    outcome: 'committed',
  })
  await q.until(() => q.status(sessionId) === 'stopped', 'stopped')
  await speedUp(q, sessionId)
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
