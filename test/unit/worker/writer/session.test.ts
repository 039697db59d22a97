import { expect, it } from 'vitest'
import type { Effect } from '../../../../src/agent/effect.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import type { EffectDispatch } from '../../../../src/moorex/definition.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import { newConfig } from '../../../../src/worker/policy/new-session.ts'
import { runSession, type SessionCommit } from '../../../../src/worker/writer/session.ts'
import { said } from '../../../support/said.ts'

const CONFIG = newConfig({ providerId: 'demo', model: 'demo', thinking: 'off' }, [], DEFAULT_PREFERENCES)
const create: Unstamped = { type: 'session-create', sessionId: 's', config: CONFIG }
const send = (messageId: string): Unstamped =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: messageId }], delivery: 'steer' })

function setUp({ failing = 0, start = async (_: Effect, __: EffectDispatch<Unstamped>) => {} } = {}) {
  const log: string[] = []
  const commits: SessionCommit[] = []
  let left = failing
  const session = runSession(initiate('s'), 40, {
    commit: async (commit) => {
      if (left-- > 0) throw new DOMException('full', 'QuotaExceededError')
      commits.push(commit)
      log.push(`commit ${commit.inputs.map(({ type }) => type).join(' ')}`)
    },
    committed: () => log.push('publish'),
    commitFailed: () => log.push('commit failed'),
    runEffect: (effect) => ({
      start: async (dispatch) => {
        log.push(`start ${effect.kind}`)
        await start(effect, dispatch)
      },
      cancel: () => log.push(`cancel ${effect.kind}`),
    }),
    reading: () => false,
    safe: false,
    now: () => 1,
    report: () => {},
  })
  return { session, log, commits }
}
const never = () => new Promise<void>(() => {})

it('commits, then acts, then publishes; stamps go on from the highest known', async () => {
  const { session, log, commits } = setUp({ start: never })
  await session.dispatch(create)
  expect(await session.dispatch(send('a'))).toBe('committed')
  expect(log).toEqual([
    'commit session-create',
    'publish',
    'commit user-send-message',
    'start ask-brain',
    'start name-session',
    'publish',
  ])
  expect(commits.flatMap(({ inputs }) => inputs.map(({ seq }) => seq))).toEqual([41, 42])
})

it('what does not apply is acknowledged and not journaled', async () => {
  const { session, log } = setUp()
  await session.dispatch(create)
  expect(await session.dispatch({ type: 'user-continue' })).toBe('unapplied')
  expect(log).toEqual(['commit session-create', 'publish'])
})

it('while nothing can be saved nothing runs and nothing is lost', async () => {
  const { session, log } = setUp({ failing: 2, start: never })
  const created = session.dispatch(create)
  const sent = session.dispatch(send('a'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(log).toEqual(['commit failed'])
  expect(await session.retryCommit()).toBe(false)
  expect(await session.retryCommit()).toBe(true)
  expect([await created, await sent]).toEqual(['committed', 'committed'])
  expect(log.filter((line) => line.startsWith('start'))).toEqual(['start ask-brain', 'start name-session'])
})

it('an effect that ends without a word is noticed and ends as a failure', async () => {
  const { session } = setUp()
  await session.dispatch(create)
  await session.dispatch(send('a'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(session.state().head.hold).toMatchObject({ kind: 'failed' })
})

it('an effect that throws ends as a failure with its words', async () => {
  const { session } = setUp({
    start: async () => {
      throw new Error('boom')
    },
  })
  await session.dispatch(create)
  await session.dispatch(send('a'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(session.state().head.hold).toMatchObject({ kind: 'failed', failure: { message: 'boom' } })
})
