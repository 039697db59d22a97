import { expect, it, onTestFinished } from 'vitest'
import { PROTOCOL_VERSION } from '../../../src/protocol/common.ts'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import { setPace } from '../../../src/settings/pace.ts'
import { startTab } from '../../../src/worker/tabs/tab.ts'
import { newId, openPage } from './page.ts'

/** A tab in this thread, with what it says to its page. */
function openTab(loadWriter: Parameters<typeof startTab>[0]['loadWriter']): FromWorker[] {
  const heard: FromWorker[] = []
  let say = (_message: unknown): void => {}
  const port = {
    send: (message: unknown) => void heard.push(structuredClone(message) as FromWorker),
    listen: (listener: typeof say) => {
      say = listener
    },
    close: () => {},
  }
  startTab({ port, report: () => {}, loadWriter })
  say({ type: 'hello', version: PROTOCOL_VERSION, safe: false, leftEpoch: null })
  return heard
}

it('a tab whose code for writing never comes does not keep others from writing, and follows them', async () => {
  setPace(10)
  onTestFinished(() => setPace(1))
  const hanging = openTab(() => new Promise(() => {}))
  // long enough for it to have the lock, if it wanted it
  await new Promise((resolve) => setTimeout(resolve, 300))
  const heir = openPage({ name: '?test-pace=10' })
  onTestFinished(heir.kill)
  await heir.role('writer')
  await expect.poll(() => hanging.find((m) => m.type === 'writer-changed')).toMatchObject({ role: 'follower' })
  // longer than the writer counts on one who has said nothing
  await new Promise((resolve) => setTimeout(resolve, 1700))
  const sessionId = newId()
  await heir.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo', thinking: 'off' })
  await expect
    .poll(() => hanging.some((m) => m.type === 'sessions-changed' && m.sessions.some(({ id }) => id === sessionId)))
    .toBe(true)
})

it('a tab whose code for writing cannot be loaded says so', async () => {
  const broken = openTab(() => Promise.reject(new TypeError('gone')))
  await expect.poll(() => broken.find((m) => m.type === 'storage-failed'), { timeout: 10_000 }).toBeDefined()
})
