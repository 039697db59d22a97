import { afterEach, expect, it } from 'vitest'
import { newId, openPage, type TestPage, textOf } from '../page.ts'

const pages: TestPage[] = []
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

it('a variant that is asked for right behind its source waits for it, and each gets the message once', async () => {
  const p = openPage()
  pages.push(p)
  const [source, variant] = [newId(), newId()]
  const send = (sessionId: string, messageId: string) => ({
    kind: 'input',
    sessionId,
    input: { type: 'user-send-message', messageId, content: [{ type: 'text', text: 'Which?' }], delivery: 'steer' },
  })
  // without a look at any answer, as a page sends them
  const commands = [
    { kind: 'create-session', sessionId: source, providerId: 'demo', model: 'demo:?speed=20', thinking: 'off' },
    send(source, 'one'),
    { kind: 'branch-session', sessionId: variant, from: source, at: { count: 0 }, variant: true },
    { kind: 'input', sessionId: variant, input: { type: 'user-configure', config: { steerMode: 'all' } } },
    send(variant, 'two'),
    send(variant, 'two'),
  ]
  const ids = commands.map(() => newId())
  for (const [at, command] of commands.entries()) p.post({ type: 'command', id: ids[at], command })
  await p.until(() => ids.every((id) => p.heard.some((m) => m.type === 'acknowledged' && m.id === id)), 'all answers')
  for (const id of [source, variant]) {
    await p.open(id)
    expect(textOf(p.view(id)).filter((text) => text === 'Which?')).toHaveLength(1)
  }
  expect(p.view(variant)?.head.origin).toMatchObject({ session: source, n: 0 })
})
