import { expect, it } from 'vitest'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { writeSnapshot } from '../../../src/storage/snapshot.ts'
import { answer, CONFIG, head, queued, SESSION, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

const messages = Array.from({ length: 450 }, (_, n) => (n % 2 === 0 ? userMessage(n) : answer(n)))
const files = Array.from({ length: 210 }, (_, n) => ({
  path: `file-${String(n).padStart(3, '0')}`,
  blob: null,
  size: 0,
  mediaType: 'text/plain',
  seq: 1,
  timestamp: 1,
}))

it('lets a newer agent fold from the day it took over', async () => {
  const { db, epoch } = await writerDatabase()
  const made = await createSession(db, epoch, { messages, files, queue: [queued('q', 9)] })
  expect(await writeSnapshot(db, { epoch, sessionId: SESSION, agentVersion: AGENT_VERSION + 1 })).toEqual({
    type: 'written',
  })
  expect((await db.getAll('snapshots')).filter(({ agentVersion }) => agentVersion === AGENT_VERSION + 1)).toHaveLength(
    6,
  )
  const folded = await foldJournal(db, { sessionId: SESSION, agentVersion: AGENT_VERSION + 1 }, () => (state) => state)
  const state = { head: made, config: CONFIG, summary: null, plan: null, queue: [queued('q', 9)], messages, files }
  expect(folded).toEqual({ type: 'folded', state })
})

it('does not count when it is incomplete', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  await writeSnapshot(db, { epoch, sessionId: SESSION, agentVersion: AGENT_VERSION + 1 })
  await db.delete('snapshots', [SESSION, 1, 3])
  const folded = await foldJournal(db, { sessionId: SESSION, agentVersion: AGENT_VERSION + 1 }, () => (state) => state)
  expect(folded).toEqual({ type: 'no-snapshot' })
})

it('stops when the session moves on meanwhile, and for a robbed writer', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages })
  const [outcome] = await Promise.all([
    writeSnapshot(db, { epoch, sessionId: SESSION, agentVersion: AGENT_VERSION + 1 }),
    commit(db, epoch, { delta: { head: head({ seq: 2, count: 450 }) } }),
  ])
  expect(outcome).toEqual({ type: 'moved' })
  await claimEpoch(db)
  expect(await writeSnapshot(db, { epoch, sessionId: SESSION, agentVersion: AGENT_VERSION + 1 })).toMatchObject({
    type: 'stale-epoch',
  })
  expect(await writeSnapshot(db, { epoch, sessionId: 'nobody', agentVersion: AGENT_VERSION + 1 })).toEqual({
    type: 'missing',
  })
})
