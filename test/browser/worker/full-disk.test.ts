import { afterEach, expect, it } from 'vitest'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
const page = (options?: Parameters<typeof openPage>[0]): TestPage => {
  const opened = openPage(options)
  pages.push(opened)
  return opened
}
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

/** Until it has failed so often, nothing can be claimed. */
const fullFor = (times: number): string =>
  `?${Array.from({ length: times }, (_, at) => `failpoint=before-claim:${at + 1}:throw-QuotaExceededError`).join('&')}`

const hindered = (p: TestPage) =>
  p.until(() => p.heard.findLast((m) => m.type === 'writer-changed' && m.fault !== undefined), 'what is in the way')

it('a reload while the disk was full made everything unusable for good: it is read meanwhile, and goes on when there is room', async () => {
  const before = page()
  await before.role('writer')
  const sessionId = newId()
  await before.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo', thinking: 'off' })
  before.kill()

  const p = page({ name: fullFor(3) })
  expect(await hindered(p)).toMatchObject({ role: 'none', fault: { kind: 'quota' } })
  // another tab, which waits for the lock, is told as well
  const other = page()
  expect(await hindered(other)).toMatchObject({ role: 'follower', fault: { kind: 'quota' } })
  const renaming = other.command({ kind: 'input', sessionId, input: { type: 'user-name-session', title: 'Kept' } })
  for (const each of [p, other]) expect((await each.open(sessionId))?.view.head.sessionId).toBe(sessionId)
  const { sessions } = await p.ask({ kind: 'export', sessionIds: [sessionId], settings: false })
  expect(sessions).toBe(1)

  expect(await p.role('writer')).not.toHaveProperty('fault.kind')
  expect(await renaming).toMatchObject({ type: 'acknowledged', outcome: 'committed' })
  const last = () => other.heard.findLast((m) => m.type === 'writer-changed')
  await other.until(() => last()?.role === 'follower' && last()?.fault === undefined, 'that somebody writes')
  for (const each of [p, other]) expect(each.heard.some((m) => m.type === 'storage-failed')).toBe(false)
})

it('who has made room and says so does not wait for the next try', async () => {
  // the next try is due after 1000 s
  const p = page({ name: `${fullFor(1)}&test-pace=0.001` })
  await hindered(p)
  await p.ask({ kind: 'retry-commit' })
  await p.role('writer')
})
