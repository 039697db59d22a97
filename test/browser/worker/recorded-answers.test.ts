import { expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import { NO_RECORDING, NOT_RECORDED } from '../../../src/agent/not-recorded.ts'
import type { State } from '../../../src/agent/state.ts'
import type { PreparedCall } from '../../../src/effects/prepare-calls.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { purgeSession } from '../../../src/storage/purge.ts'
import { recordedAnswers } from '../../../src/worker/ports/recorded-answers.ts'
import { said } from '../../support/said.ts'
import { startSession } from '../storage/archive-support.ts'
import { branched } from '../storage/branch-support.ts'
import { CONFIG } from '../storage/rows.ts'
import { storedState } from '../storage/stored-state.ts'
import { writerDatabase } from '../storage/support.ts'

const policy = { repeat: 'pure', approval: 'allow', sequential: false } as const
const TOOLS = { fetch_page: policy, list_files: policy, notify: policy }
const call = (name: string, args: object, more: Partial<PreparedCall> = {}): PreparedCall => ({
  ...{ providerId: 'x', key: crypto.randomUUID(), name, args: JSON.stringify(args), ...more },
})
const text = (words: string) => [{ type: 'text' as const, text: words }]

/**
 * A run that fetched one page twice, with different answers, saw one fail and listed files; forked at its beginning.
 */
async function recorded() {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 'run', { ...CONFIG, tools: TOOLS })
  await commit(said({ type: 'user-send-message', messageId: 'm', content: text('Look'), delivery: 'steer' }))
  const blob = await putBlob(db, new TextEncoder().encode('the whole page') as Uint8Array<ArrayBuffer>, 1)
  const round = async (calls: PreparedCall[], endings: (string | { error: string })[]): Promise<void> => {
    const work = { cut: state().head.unseen?.cut ?? 0, attempt: 0 }
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    await commit({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
    await commit(
      { type: 'brain-call-tools', ...work, toolCalls: calls },
      { type: 'brain-send-message-complete', ...work, content: [], stopReason: 'stop', usage, cost: null },
    )
    for (const [n, ending] of endings.entries()) {
      const own = { toolCallId: `${work.cut}.0.${n}`, attempt: 0 }
      const end: Unstamped =
        typeof ending === 'string'
          ? { type: 'toolkit-respond', ...own, content: text(ending), blob, known: [], terminate: false }
          : { type: 'toolkit-error', ...own, ...ending, retryAt: null }
      await commit({ type: 'toolkit-start', ...own }, end)
    }
  }
  const page = (url: string) => call('fetch_page', { url, part: 1 })
  await round([page('https://a.example/'), call('list_files', {})], ['first', 'no files'])
  await round([page('https://a.example/'), page('https://b.example/')], ['second', { error: 'gone' }])
  await branched(db, epoch, { from: 'run', sessionId: 'again', count: 1, variant: false })
  const again = await storedState(db, 'again')
  const as = (rest: 'do' | 'refuse', of = 'run'): State => ({
    ...again,
    config: { ...again.config, acts: { of, refuse: rest === 'refuse' } },
  })
  return { db, epoch, commit, blob, again, as }
}

it('a run that is made again is answered from the recording, call by call; what it has not is done or refused, and what stays inside is done', async () => {
  const { db, blob, as, again } = await recorded()
  const answer = recordedAnswers(db)
  // however the arguments are written; no word of the person is needed for what is not done
  const same = call('fetch_page', { part: 1, url: 'https://a.example/' }, { grant: 'origin:https://a.example' })
  const calls = [
    same,
    call('fetch_page', { url: 'https://a.example/', part: 1 }, { sends: '?x=1' }),
    call('fetch_page', { url: 'https://b.example/', part: 1 }),
    call('fetch_page', { url: 'https://c.example/', part: 1 }, { grant: 'origin:https://c.example' }),
    call('list_files', {}),
    call('notify', { title: 'x' }, { problem: 'bad arguments' }),
  ]
  const [first, second, failed, other, inside, bad] = await answer(calls, as('refuse'))
  expect(first).toMatchObject({ key: same.key, answered: { kind: 'ok', content: text('first'), blob } })
  expect(first).not.toHaveProperty('grant')
  expect(second).toMatchObject({ answered: { kind: 'ok', content: text('second') } })
  expect(second).not.toHaveProperty('sends')
  expect(failed).toMatchObject({ answered: { kind: 'error', content: text('gone') } })
  expect(other).toMatchObject({ problem: NOT_RECORDED })
  expect(inside).toEqual(calls[4])
  expect(bad).toEqual(calls[5])

  // done as ever, with the word of the person that it needs
  expect((await answer(calls, as('do')))[3]).toEqual(calls[3])
  // nothing is answered where nobody wished it
  expect(await answer(calls, again)).toBe(calls)
})

it('the same call gets the next answer in a later turn and after a reload; of a recording that is gone nothing is made up', async () => {
  const { db, epoch, as } = await recorded()
  const row = (await db.get('messages', ['run', 1])) as object
  const done = (n: number) => ({
    ...{ ...row, n, sessionId: 'again', epoch },
    calls: [
      {
        ...(row as { calls: object[] }).calls[0],
        started: false,
        result: { kind: 'ok', content: text('first'), terminate: false, recorded: true, timestamp: 1 },
      },
    ],
  })
  await db.put('messages', done(1) as never)
  const again = call('fetch_page', { url: 'https://a.example/', part: 1 })
  expect((await recordedAnswers(db)([again], as('refuse')))[0]).toMatchObject({ answered: { content: text('second') } })
  await db.put('messages', done(2) as never)
  await db.put('messages', done(3) as never)
  // more often than it was recorded: as it was at last
  const answer = recordedAnswers(db)
  expect((await answer([again], as('refuse')))[0]).toMatchObject({ answered: { content: text('second') } })

  expect((await answer([again], as('refuse', 'nobody')))[0]).toMatchObject({ problem: NO_RECORDING })
  expect(await answer([again], as('do', 'nobody'))).toEqual([again])
  await purgeSession(db, { epoch, sessionId: 'run', now: 0 }, () => true)
  expect((await recordedAnswers(db)([again], as('refuse')))[0]).toMatchObject({ problem: NO_RECORDING })
})
