import { afterEach, expect, it } from 'vitest'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

async function session(): Promise<{
  p: TestPage
  sessionId: string
  send: (messageId: string, delivery?: 'steer' | 'follow-up') => Promise<FromWorker>
}> {
  const p = openPage()
  pages.push(p)
  await p.role('writer')
  const sessionId = newId()
  // slow enough to be at work for the whole of a test
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:?speed=1', thinking: 'off' })
  const content = [{ type: 'text' as const, text: 'Plan a picnic' }]
  const send = (messageId: string, delivery: 'steer' | 'follow-up' = 'steer'): Promise<FromWorker> =>
    p.command({
      kind: 'input',
      sessionId,
      input: { type: 'user-send-message', messageId, content, delivery },
    })
  return { p, sessionId, send }
}

it('a message does not vanish from the box when its session was deleted in another tab: it is refused, and can be sent after a restore', async () => {
  const { p, sessionId, send } = await session()
  await p.command({ kind: 'input', sessionId, input: { type: 'user-delete-session' } })
  expect(await send('m0')).toMatchObject({ type: 'refused', refusal: { code: 'message-to-deleted' } })
  await p.command({ kind: 'input', sessionId, input: { type: 'user-restore-session' } })
  expect(await send('m0')).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  expect(await send('m0')).toMatchObject({ type: 'acknowledged', outcome: 'known' })
})

it('a Stop that comes late stops a newer run: it is refused in words, and what runs goes on', async () => {
  const { p, sessionId, send } = await session()
  const say = (input: UserIntent) => p.command({ kind: 'input', sessionId, input })
  await p.open(sessionId)
  const running = () => p.until(() => p.status(sessionId) === 'thinking' && p.view(sessionId)?.head.run.id, 'a run')
  await send('m0')
  const run = await running()
  expect(await say({ type: 'user-abort', run })).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  // nothing newer: twice is once, and nothing to speak of
  expect(await say({ type: 'user-abort', run })).toMatchObject({ type: 'acknowledged', outcome: 'unapplied' })
  await send('m1')
  const newer = await p.until(() => p.view(sessionId)?.head.run.id !== run && running(), 'a newer run')
  expect(await say({ type: 'user-abort', run })).toMatchObject({
    type: 'refused',
    refusal: { code: 'run-ended' },
  })
  expect(p.view(sessionId)?.head).toMatchObject({ hold: null, run: { id: await newer } })
  expect(await say({ type: 'user-abort', run: await newer })).toMatchObject({ outcome: 'committed' })
  expect(await say({ type: 'user-continue', run })).toMatchObject({ refusal: { code: 'not-continued' } })
})

it('a message does not vanish from the box when too many wait already: it is refused', async () => {
  const { send } = await session()
  await send('m0')
  const answers = await Promise.all(Array.from({ length: 33 }, (_, n) => send(`follow-${n}`, 'follow-up')))
  const refused = answers.filter(({ type }) => type === 'refused')
  expect(refused).toMatchObject([{ refusal: { code: 'too-many-queued' } }])
  expect(answers.at(-1)).toBe(refused[0])
})
