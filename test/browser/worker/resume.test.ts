import { afterEach, beforeEach, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import { applyParts, emptyStream } from '../../../src/ui/base/state/stream-view.ts'
import { WRITER_LOCK } from '../../../src/worker/tabs/election.ts'
import { onDisk } from './on-disk.ts'
import { checkAtRest } from './oracle.ts'
import { newId, openPage, type TestPage, textOf } from './page.ts'

/** Answers that go on at the provider while no worker is alive (OpenAI's background mode). */

const WORDS = 240
const WHOLE = Array.from({ length: WORDS }, (_, n) => `word${n + 1}`).join(' ')

const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
let baseUrl = ''
// it stands still before its end: however slow the machine, what is done in the middle of it is done in the middle
beforeEach(async () => {
  baseUrl = await commands.startProvider([{ words: WORDS, holdAfter: 150, pace: { chunkMs: 10, chunkSize: 8 } }])
})
afterEach(async () => {
  for (const opened of pages.splice(0)) opened.kill()
  await commands.stopProvider(baseUrl)
})

async function begin(p: TestPage): Promise<{ sessionId: string; messageId: string }> {
  const [sessionId, messageId, providerId] = [newId(), newId(), newId()]
  const provider = {
    id: providerId,
    kind: 'openai',
    label: 'Mock',
    baseUrl,
    model: 'm',
    models: [],
    createdAt: 1,
  } as const
  await p.ask({ kind: 'save-provider', provider: { ...provider, models: [] }, key: 'sk-test' })
  await p.command({ kind: 'create-session', sessionId, providerId, model: 'm', thinking: 'off' })
  await p.open(sessionId)
  await p.command({
    kind: 'input',
    sessionId,
    input: {
      type: 'user-send-message',
      messageId,
      content: [{ type: 'text', text: 'Count' }],
      delivery: 'steer',
    },
  })
  return { sessionId, messageId }
}
type StreamMessage = Extract<FromWorker, { type: 'stream' }>
const streamsOf = (p: TestPage): StreamMessage[] => p.heard.filter((message) => message.type === 'stream')
const heardText = (p: TestPage): string =>
  streamsOf(p)
    .flatMap(({ parts }) => parts.map(({ text }) => text))
    .join('')

const answerOf = (p: TestPage, sessionId: string) => textOf(p.view(sessionId)).at(-1)
const idle = (p: TestPage, sessionId: string) => p.until(() => p.status(sessionId) === 'idle', 'idle')

it('a worker dies in mid-sentence: the next takes up the same answer, nothing is asked, missing or said twice', async () => {
  const p = page()
  const { sessionId, messageId } = await begin(p)
  await p.until(() => heardText(p).length > 600, 'some text')
  await expect.poll(async () => (await onDisk(sessionId))[0]?.cursor ?? 0).toBeGreaterThan(3)
  p.kill()
  const killedAt = Date.now()

  // what the crash has cost: the time of the first piece that is not on disk
  const [stored] = await onDisk(sessionId)
  const saved = stored?.blocks[0]?.text ?? ''
  expect(stored?.responseId).toMatch(/^resp/)
  expect(stored?.cursor).toBeGreaterThan(3)
  expect(WHOLE.startsWith(saved)).toBe(true)
  const [run] = await commands.runsAtProvider(baseUrl)
  let length = 0
  const lost = run?.texts.find(({ text }) => {
    length += text.length
    return length > saved.length
  })
  const lostMs = lost === undefined ? 0 : killedAt - lost.at
  console.info(`The crash lost ${heardText(p).length - saved.length} characters, ${lostMs} ms.`)
  // Told in ms, judged by the worker's own time: a machine that stands still does so between two of its frames as well.
  // An append every 250 ms is one every five frames, and an append takes a few itself.
  const isLost = ({ parts }: StreamMessage): boolean =>
    parts.some(({ offset, text }) => offset + text.length > saved.length)
  expect(streamsOf(p).filter(isLost).length).toBeLessThan(15)

  const q = page()
  await q.role('writer')
  const opened = await q.open(sessionId)
  const shown =
    opened?.streams[0] ??
    emptyStream({ cut: 0, attempt: 0, start: 1, way: 'asked', parts: [], type: 'stream', sessionId })
  expect(shown.blocks[0]?.text.startsWith(saved)).toBe(true)
  await commands.releaseRuns(baseUrl)
  await idle(q, sessionId)
  for (const message of streamsOf(q)) {
    expect(message).toMatchObject({ start: 1, way: 're-attached' })
    expect(applyParts(shown, message)).toBe(true)
  }
  // its last words may come with the answer itself, before their turn to be shown
  expect(shown.blocks).toHaveLength(1)
  expect(shown.blocks[0]?.text.length).toBeGreaterThan(saved.length)
  expect(WHOLE.startsWith(shown.blocks[0]?.text ?? '?')).toBe(true)
  expect(streamsOf(q)[0]?.parts[0]?.offset).toBeGreaterThanOrEqual(saved.length)
  expect(answerOf(q, sessionId)).toBe(WHOLE)
  expect(await commands.askedOfProvider(baseUrl)).toEqual(['POST /v1/responses', 'GET /v1/responses/ID?stream=true'])
  await q.until(() => q.view(sessionId)?.head.title !== null, 'its name')
  await checkAtRest(sessionId, [messageId])
})

it('the answer of a dead worker that the provider no longer has is asked for again by itself, and said so', async () => {
  const p = page()
  const { sessionId } = await begin(p)
  await p.until(() => heardText(p).length > 300, 'some text')
  await expect.poll(async () => (await onDisk(sessionId))[0]?.responseId).toMatch(/^resp/)
  p.kill()
  await commands.forgetRuns(baseUrl)
  await commands.releaseRuns(baseUrl)
  const q = page()
  await q.role('writer')
  await q.open(sessionId)
  await idle(q, sessionId)
  expect(new Set(streamsOf(q).map(({ way }) => way))).toEqual(new Set(['asked-again']))
  expect(answerOf(q, sessionId)).toBe(WHOLE)
  const asked = await commands.askedOfProvider(baseUrl)
  expect(asked.filter((request) => request === 'POST /v1/responses')).toHaveLength(2)
  expect(asked[1]).toBe('GET /v1/responses/ID?stream=true')
})

it('with the setting, a long answer that is lost waits for the person, and Retry asks again', async () => {
  const p = page()
  await p.ask({ kind: 'set-preferences', preferences: { askBeforeAgainAbove: 10 } })
  const { sessionId } = await begin(p)
  await p.until(() => heardText(p).length > 600, 'some text')
  await expect.poll(async () => (await onDisk(sessionId))[0]?.blocks[0]?.text ?? '').not.toBe('')
  p.kill()
  await commands.forgetRuns(baseUrl)
  await commands.releaseRuns(baseUrl)
  const q = page()
  await q.role('writer')
  await q.open(sessionId)
  await q.until(() => q.status(sessionId) === 'failed', 'being held')
  expect(q.view(sessionId)?.head.hold).toMatchObject({ kind: 'failed', failure: { kind: 'interrupted' } })
  expect(WHOLE.startsWith(answerOf(q, sessionId) ?? '-')).toBe(true)
  expect((await commands.askedOfProvider(baseUrl)).filter((request) => request === 'POST /v1/responses')).toHaveLength(
    1,
  )
  await q.command({ kind: 'input', sessionId, input: { type: 'user-retry', target: null } })
  await idle(q, sessionId)
  expect(answerOf(q, sessionId)).toBe(WHOLE)
  await q.ask({ kind: 'set-preferences', preferences: { askBeforeAgainAbove: null } })
})

it('a writer that loses the lock lets the answer go on at the provider, and the next writer takes it up', async () => {
  const p = page()
  const { sessionId } = await begin(p)
  const q = page()
  await q.role('follower')
  await q.open(sessionId)
  await p.until(() => heardText(p).length > 300, 'some text')
  // whoever stands in no queue yet, its code still on its way, is passed over
  const inQueue = async () => (await navigator.locks.query()).pending?.some(({ name }) => name === WRITER_LOCK)
  await expect.poll(inQueue).toBe(true)
  await navigator.locks.request(WRITER_LOCK, { steal: true }, () => {})
  await q.role('writer')
  await commands.releaseRuns(baseUrl)
  await idle(q, sessionId)
  expect(answerOf(q, sessionId)).toBe(WHOLE)
  expect(await commands.askedOfProvider(baseUrl)).toEqual(['POST /v1/responses', 'GET /v1/responses/ID?stream=true'])
  expect((await commands.runsAtProvider(baseUrl)).map(({ status }) => status)).toEqual(['completed'])
})

it('Stop ends the answer at the provider too', async () => {
  const p = page()
  const { sessionId } = await begin(p)
  await p.until(() => heardText(p).length > 100, 'some text')
  await p.command({ kind: 'input', sessionId, input: { type: 'user-abort' } })
  await expect.poll(async () => (await commands.runsAtProvider(baseUrl))[0]?.status).toBe('cancelled')
  await p.until(() => p.status(sessionId) === 'stopped', 'stopped')
})
