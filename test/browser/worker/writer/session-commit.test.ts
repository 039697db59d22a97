import { expect, it } from 'vitest'
import { diff } from '../../../../src/agent/delta.ts'
import type { LiveAnswer } from '../../../../src/agent/head.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { State } from '../../../../src/agent/state.ts'
import { appendStream, readStreams } from '../../../../src/storage/streams.ts'
import { commitSession } from '../../../../src/worker/writer/session-commit.ts'
import { input, SESSION } from '../../storage/rows.ts'
import { createSession, writerDatabase } from '../../storage/support.ts'

const streaming: LiveAnswer = { n: 0, cut: 5, attempt: 0, starts: 1, status: 'streaming', retryAt: null }
const waiting: LiveAnswer = { ...streaming, attempt: 1, starts: 0, status: 'waiting', retryAt: 5000 }

async function answering() {
  const { db, epoch } = await writerDatabase()
  const head = await createSession(db, epoch, { head: { live: [streaming] } })
  const parts = [{ index: 0, kind: 'text' as const, text: 'Once' }]
  await appendStream(db, {
    ...{ epoch, sessionId: SESSION, cut: 5, attempt: 0, n: 0, start: 1 },
    parts,
    responseId: 'r1',
  })
  let state: State = { ...initiate(SESSION), head }
  const goTo = async (live: LiveAnswer[], keepsRun: boolean): Promise<(string | null)[]> => {
    const seq = state.head.seq + 1
    const next: State = { ...state, head: { ...state.head, seq, live } }
    const commit = { inputs: [input(seq)], delta: diff(state, next), previous: state, next }
    await commitSession(db, epoch, commit, () => keepsRun)
    state = next
    return (await readStreams(db, SESSION)).map(({ responseId }) => responseId)
  }
  return goTo
}

it('a crash while a broken answer waits for its next attempt lost the name of its run at the provider: it was asked, and paid for, anew', async () => {
  const goTo = await answering()
  expect(await goTo([waiting], true)).toEqual(['r1'])
  expect(await goTo([{ ...waiting, status: 'streaming', retryAt: null }], true)).toEqual(['r1'])
  // it has ended
  expect(await goTo([], false)).toEqual([])
})

it('the name of a run that is given up does not stay, nor that of an answer that is stopped while it waits', async () => {
  const goTo = await answering()
  expect(await goTo([waiting], false)).toEqual([])
  const other = await answering()
  expect(await other([waiting], true)).toEqual(['r1'])
  expect(await other([], false)).toEqual([])
})
