import { expect, it } from 'vitest'
import { MOST_ROWS } from '../../../src/agent/held.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Unstamped } from '../../../src/agent/input.ts'
import { DEFAULT_PREFERENCES } from '../../../src/settings/preferences.ts'
import { newConfig } from '../../../src/worker/policy/new-session.ts'
import { runSession, type Session } from '../../../src/worker/writer/session.ts'
import { said } from '../../support/said.ts'

const CONFIG = newConfig({ providerId: 'demo', model: 'demo', thinking: 'off' }, [], DEFAULT_PREFERENCES)
const SHA = (n: number): string => n.toString(16).padStart(64, '0')
const say = (text: string): [{ type: 'text'; text: string }] => [{ type: 'text', text }]

function setUp(reading: () => boolean = () => false): { session: Session; rows: Map<number, unknown> } {
  const rows = new Map<number, unknown>()
  const session = runSession(initiate('s'), 0, {
    commit: async ({ delta }) => {
      for (const row of delta.messages ?? []) rows.set(row.n, row)
    },
    committed: () => {},
    commitFailed: () => {},
    reading,
    runEffect: () => ({ start: () => new Promise(() => {}), cancel: () => {} }),
    safe: false,
    now: () => 1,
    report: (error) => {
      throw error
    },
  })
  return { session, rows }
}
const change = (path: string, from: string | null, to: string): Unstamped => ({
  type: 'user-change-files',
  files: [{ path, from, to, size: 1, mediaType: 'text/plain' }],
  known: from === null ? [] : [{ path, blob: from, size: 1, mediaType: 'text/plain', seq: 1, timestamp: 1 }],
})

it('a thousand turns do not pile up in the memory of the machine that runs them', async () => {
  const { session, rows } = setUp()
  await session.dispatch({ type: 'session-create', sessionId: 's', config: CONFIG })
  let most = { rows: 0, files: 0 }
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  for (let turn = 0; turn < 1000; turn++) {
    const messageId = `m${turn}`
    await session.dispatch(
      said({
        type: 'user-send-message',
        messageId,
        content: say(messageId),
        delivery: 'steer',
      }),
    )
    const work = { cut: session.state().head.unseen?.cut ?? 0, attempt: 0 }
    await session.dispatch({ type: 'brain-send-message-start', ...work, model: CONFIG.model })
    await session.dispatch(change(`notes/${turn}.md`, null, SHA(turn)))
    const end = { content: say(`answer ${turn}`), stopReason: 'stop', usage, cost: null } as const
    expect(await session.dispatch({ type: 'brain-send-message-complete', ...work, ...end })).toBe('committed')
    const { messages, files } = session.state()
    most = { rows: Math.max(most.rows, messages.length), files: Math.max(most.files, files.length) }
  }
  expect(session.state().head.count).toBe(2000)
  expect(most.rows).toBeLessThanOrEqual(MOST_ROWS + 2)
  expect(most.files).toBeLessThanOrEqual(2)
  // every row was written, whole
  expect(rows.size).toBe(2000)
  expect(rows.get(1999)).toMatchObject({ status: 'complete', content: say('answer 999') })
  session.stop()
})

it('a file change that was read for before another one was saved does not overwrite it', async () => {
  const { session } = setUp(() => true)
  await session.dispatch({ type: 'session-create', sessionId: 's', config: CONFIG })
  await session.dispatch(change('a', null, SHA(1)))
  await session.dispatch(change('a', SHA(1), SHA(2)))
  // two batches later, but read for while the file still was the first one
  await session.dispatch({ type: 'user-name-session', title: 'x' })
  expect(await session.dispatch(change('a', SHA(1), SHA(3)))).toBe('unapplied')
  session.stop()
})
