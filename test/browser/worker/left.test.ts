import { afterEach, beforeEach, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { onDisk } from './on-disk.ts'
import { newId, openPage, type TestPage } from './page.ts'

/** Leaving in good order is no crash, whoever takes over. */

const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
let baseUrl = ''
beforeEach(async () => {
  baseUrl = await commands.startProvider([{ words: 2000, pace: { chunkMs: 20, chunkSize: 8 } }])
})
afterEach(async () => {
  for (const opened of pages.splice(0)) opened.kill()
  await commands.stopProvider(baseUrl)
})

async function begin(p: TestPage): Promise<string> {
  const [sessionId, id] = [newId(), newId()]
  const provider = {
    id,
    kind: 'openai-compatible' as const,
    label: 'Mock',
    baseUrl,
    model: 'm',
    models: [],
    createdAt: 1,
  }
  await p.ask({ kind: 'save-provider', provider, key: 'sk-test' })
  await p.command({ kind: 'create-session', sessionId, providerId: id, model: 'm', thinking: 'off' })
  await p.open(sessionId)
  const content = [{ type: 'text' as const, text: 'Count' }]
  const input = {
    type: 'user-send-message' as const,
    messageId: newId(),
    content,
    delivery: 'steer' as const,
  }
  await p.command({ kind: 'input', sessionId, input })
  return sessionId
}
/** Text of an asking that its writer has begun. */
const streams = (p: TestPage, way: 'asked' | 'asked-again'): Promise<unknown> =>
  p.until(() => p.heard.some((m) => m.type === 'stream' && m.way === way), 'text')
const starts = async (p: TestPage, sessionId: string): Promise<number | undefined> =>
  (await p.open(sessionId))?.view.head.live[0]?.starts

/** The next tab opens, the one that writes is closed, the next takes over and streams. */
async function handOver(from: TestPage, sessionId: string, inGoodOrder: boolean): Promise<TestPage> {
  const { epoch } = (await from.role('writer')) as { epoch: number }
  const to = page()
  await to.role('follower')
  await to.open(sessionId)
  // of text that is not on disk yet the next writer does not know that it was asked for before
  await expect.poll(async () => (await onDisk(sessionId)).length).toBeGreaterThan(0)
  if (inGoodOrder) to.post({ type: 'left', epoch })
  from.kill()
  await to.role('writer')
  to.heard.splice(0, to.heard.length, ...to.heard.filter(({ type }) => type !== 'stream'))
  await streams(to, 'asked-again')
  return to
}

it('a long answer is not given up because its tab was closed again and again while another was open', async () => {
  let writer = page()
  await writer.role('writer')
  const sessionId = await begin(writer)
  await streams(writer, 'asked')
  for (let n = 0; n < 5; n++) writer = await handOver(writer, sessionId, true)
  expect(await starts(writer, sessionId)).toBe(1)
})

it('a writer that died without a word counts', async () => {
  const first = page()
  await first.role('writer')
  const sessionId = await begin(first)
  await streams(first, 'asked')
  expect(await starts(await handOver(first, sessionId, false), sessionId)).toBe(2)
})
