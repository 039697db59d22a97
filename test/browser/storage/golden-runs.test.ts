import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { Message, ToolCall } from '../../../src/agent/message.ts'
import { transition } from '../../../src/agent/transition.ts'
import type { UserIntent } from '../../../src/agent/user-intent.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { DEMO_TASK } from '../../../src/settings/demo-task.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { wholeSession } from '../../../src/storage/session-range.ts'
import { newId, openPage, type TestPage } from '../worker/page.ts'
import { dumpDatabase } from './database-fixture.ts'
import { emptyStorage } from './empty.ts'
import { storedState } from './stored-state.ts'

/**
 * Real runs of the real worker, whose journals must fold to their rows. With VITE_RECORD_GOLDEN=1 in the environment
 * they are written to test/support/fixtures as golden journals of this agent version and as the database of this
 * schema: once per release.
 */
const RECORD = import.meta.env['VITE_RECORD_GOLDEN'] === '1'
const FIXTURES = 'test/support/fixtures'

let page: TestPage
afterEach(async () => {
  page.kill()
  await emptyStorage()
})

async function start(speed: number): Promise<{ sessionId: string; tell: (input: UserIntent) => Promise<unknown> }> {
  page = openPage()
  await page.role('writer')
  const sessionId = newId()
  await page.command({
    kind: 'create-session',
    sessionId,
    providerId: 'demo',
    model: `demo:?speed=${speed}`,
    thinking: 'low',
  })
  await page.open(sessionId)
  return { sessionId, tell: (input) => page.command({ kind: 'input', sessionId, input }) }
}
const message = (text: string, delivery: 'steer' | 'follow-up' | 'now' | 'interrupt' = 'steer'): UserIntent => ({
  type: 'user-send-message',
  messageId: newId(),
  content: [{ type: 'text', text }],
  delivery,
})
const is = (sessionId: string, ...types: string[]) =>
  page.until(() => types.includes(page.status(sessionId) ?? ''), types.join(' or '), 60_000)
const streamed = (pieces: number) => {
  const before = page.heard.length
  return page.until(() => page.heard.slice(before).filter(({ type }) => type === 'stream').length >= pieces, 'text')
}
const calls = (messages: readonly Message[] = []): ToolCall[] =>
  messages.flatMap((row) => (row.role === 'assistant' ? row.calls : []))

/** Checks the run by its disk, and records it. */
async function golden(name: string, sessionId: string): Promise<{ messages: readonly Message[] }> {
  // its name comes after its first answer, and may come between two reads of the disk
  await page.until(() => page.view(sessionId)?.head.title !== null, 'its name')
  const db = (await openDB('reflexor')) as unknown as Database
  try {
    const state = await storedState(db, sessionId)
    const folded = await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)
    expect(folded).toEqual({ type: 'folded', state })
    if (RECORD) {
      const rows = await db.getAll('journal', wholeSession(sessionId))
      const lines = rows.map(({ agentVersion, input }) => JSON.stringify({ agentVersion, input }))
      await commands.writeFile(`${FIXTURES}/journals/v${AGENT_VERSION}-${name}.jsonl`, `${lines.join('\n')}\n`)
      await commands.writeFile(`${FIXTURES}/journals/v${AGENT_VERSION}-${name}.state.json`, JSON.stringify(state))
    }
    return state
  } finally {
    db.close()
  }
}

it('the demo, from a message to idle', async () => {
  const { sessionId, tell } = await start(200)
  await tell(message(DEMO_TASK))
  await is(sessionId, 'idle')
  const { messages } = await golden('demo', sessionId)
  expect(calls(messages).length).toBeGreaterThanOrEqual(3)
})

it('tools that ask first: approved once, approved for the session, denied', async () => {
  page = openPage()
  await page.ask({ kind: 'set-preferences', preferences: { approvals: { write_file: 'ask', edit_file: 'ask' } } })
  page.kill()
  const { sessionId, tell } = await start(200)
  await tell(message(DEMO_TASK))
  const answers = [
    { decision: 'approve', scope: 'once' },
    { decision: 'approve', scope: 'session' },
    { decision: 'deny', scope: 'once' },
  ] as const
  for (const answer of answers) {
    await is(sessionId, 'waiting-for-you', 'idle', 'failed')
    const pending = calls(page.view(sessionId)?.messages).find(({ status }) => status === 'pending')
    if (pending === undefined) break
    await tell({ type: 'user-decide-tool-call', toolCallId: pending.id, ...answer })
  }
  await is(sessionId, 'idle')
  const { messages } = await golden('approvals', sessionId)
  const kinds = calls(messages).map(({ result }) => result?.kind)
  expect(kinds).toContain('ok')
  expect(kinds).toContain('denied')
})

it('stopped in mid-sentence, continued, stopped and asked again', async () => {
  // so slow that whatever is done in mid-sentence is, on any machine; faster for the last
  const { sessionId, tell } = await start(0.5)
  await tell(message(DEMO_TASK))
  await streamed(5)
  await tell({ type: 'user-abort' })
  await is(sessionId, 'stopped')
  await tell({ type: 'user-continue' })
  await streamed(5)
  await tell({ type: 'user-abort' })
  await is(sessionId, 'stopped')
  const model = { providerId: 'demo', model: 'demo:?speed=200', thinking: 'low' } as const
  await tell({ type: 'user-configure', config: { model } })
  await tell({ type: 'user-retry', target: null })
  await is(sessionId, 'idle')
  const { messages } = await golden('abort-retry', sessionId)
  expect(messages.some((row) => row.role === 'assistant' && ['aborted', 'replaced'].includes(row.status))).toBe(true)
})

it('messages of every delivery while it works', async () => {
  const { sessionId, tell } = await start(4)
  await tell(message(DEMO_TASK))
  await streamed(3)
  await tell(message('Also look at the weather.', 'now'))
  await streamed(2)
  await tell(message('Keep it short.', 'steer'))
  await tell(message('And thank you.', 'follow-up'))
  await streamed(2)
  await tell(message('Stop that: make it two days.', 'interrupt'))
  await is(sessionId, 'idle')
  const { messages } = await golden('deliveries', sessionId)
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(5)
})

it('a database with sessions at rest, stopped, waiting for a person and in mid-sentence', async () => {
  const done = await start(200)
  await page.ask({ kind: 'set-preferences', preferences: { theme: 'dark', approvals: { write_file: 'ask' } } })
  const provider = {
    id: 'p1',
    kind: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'some-model',
    models: ['some-model'],
    createdAt: 1,
  } as const
  await page.ask({ kind: 'save-provider', provider: { ...provider, models: [...provider.models] } })
  await done.tell(message(DEMO_TASK))
  await is(done.sessionId, 'idle')
  page.kill()
  const asking = await start(200)
  await asking.tell(message(DEMO_TASK))
  await is(asking.sessionId, 'waiting-for-you')
  await asking.tell(message('One more thing.', 'follow-up'))
  page.kill()
  const broken = await start(0.5)
  await broken.tell(message(DEMO_TASK))
  const db = (await openDB('reflexor')) as unknown as Database
  while ((await db.count('streams')) < 2) await new Promise((resolve) => setTimeout(resolve, 100))
  page.kill()
  const dump = await dumpDatabase(db)
  expect(dump.version).toBe(db.version)
  expect(dump.stores['streams']?.rows.length).toBeGreaterThanOrEqual(2)
  expect(dump.stores['files']?.rows.length).toBeGreaterThan(1)
  expect(dump.stores['queue']?.rows).toHaveLength(1)
  if (RECORD) await commands.writeFile(`${FIXTURES}/databases/v${dump.version}.json`, `${JSON.stringify(dump)}\n`)
  db.close()
})
