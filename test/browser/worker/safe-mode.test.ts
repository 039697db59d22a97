import { expect, it, onTestFinished } from 'vitest'
import { newId, openPage, type TestPage } from './page.ts'

const page = (options?: Parameters<typeof openPage>[0]): TestPage => {
  const opened = openPage(options)
  onTestFinished(() => opened.kill())
  return opened
}
const isSafe = (p: TestPage) => {
  const told = p.heard.findLast(({ type }) => type === 'writer-changed')
  return told?.type === 'writer-changed' && told.safe
}

it('a forgotten tab in safe mode held every other one up without a word: followers are told, and run when it goes', async () => {
  const safe = page({ safe: true })
  await safe.role('writer')
  expect(isSafe(safe)).toBe(true)
  const other = page()
  await other.role('follower')
  expect(isSafe(other)).toBe(true)

  const sessionId = newId()
  const model = 'demo:?speed=20'
  await other.command({ kind: 'create-session', sessionId, providerId: 'demo', model, thinking: 'off' })
  await other.open(sessionId)
  const content = [{ type: 'text' as const, text: 'Plan a picnic' }]
  const input = { type: 'user-send-message', messageId: newId(), content, delivery: 'steer' } as const
  await other.command({ kind: 'input', sessionId, input })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(other.heard.filter(({ type }) => type === 'stream')).toEqual([])

  safe.kill()
  await other.role('writer')
  expect(isSafe(other)).toBe(false)
  await other.until(() => other.status(sessionId) === 'idle', 'idle')
})
