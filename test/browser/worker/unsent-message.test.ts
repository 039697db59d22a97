import { afterEach, expect, it } from 'vitest'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

it('a message does not vanish from the box when its session was deleted in another tab: it is refused, and can be sent after a restore', {
  timeout: 60_000,
}, async () => {
  const p = openPage()
  pages.push(p)
  await p.role('writer')
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:', thinking: 'off' })
  const messageId = newId()
  const content = [{ type: 'text' as const, text: 'Are you there?' }]
  const send = () =>
    p.command({
      kind: 'input',
      sessionId,
      input: { type: 'user-send-message', messageId, content, delivery: 'steer', partials: {} },
    })
  await p.command({ kind: 'input', sessionId, input: { type: 'user-delete-session' } })
  expect(await send()).toMatchObject({ type: 'refused', message: expect.stringContaining('was deleted') })
  await p.command({ kind: 'input', sessionId, input: { type: 'user-restore-session' } })
  expect(await send()).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  expect(await send()).toMatchObject({ type: 'acknowledged', outcome: 'known' })
})
