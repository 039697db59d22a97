import fc from 'fast-check'
import { deleteDB } from 'idb'
import { expect, it, onTestFinished } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input } from '../../../src/agent/input.ts'
import { transition } from '../../../src/agent/transition.ts'
import { findSessions } from '../../../src/search/query.ts'
import { SEGMENT_ROWS } from '../../../src/search/segment.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import { readFileEntries } from '../../../src/storage/files.ts'
import { knownMessageId } from '../../../src/storage/read.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { openSearchDatabase, type SearchDatabase, searchDatabaseName } from '../../../src/storage/search/database.ts'
import { holdIndex } from '../../../src/storage/search/held-index.ts'
import { findBehind, forgetSession, indexStep } from '../../../src/storage/search/index-session.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { answer, userMessage } from './rows.ts'
import { createSession, writerDatabase } from './support.ts'

async function openIndex(db: Database): Promise<SearchDatabase> {
  const search = await openSearchDatabase(db.name, () => {})
  onTestFinished(async () => {
    search.close()
    await deleteDB(searchDatabaseName(db.name))
  })
  return search
}
const indexAll = async (db: Database, search: SearchDatabase): Promise<void> => {
  const { behind, gone } = await findBehind(db, search)
  for (const id of gone) await forgetSession(db, search, id)
  for (const id of behind) while ((await indexStep(db, search, id)) === 'more');
}
const FILES = ['file-0', 'file-1', 'file-2']
const found = async (search: SearchDatabase, query: string): Promise<string[]> => {
  const index = holdIndex(search)
  await index.refresh()
  return findSessions(index.sessions, query, { limit: 10, now: 0 }).map(({ sessionId }) => sessionId)
}

it('an index that was kept step by step, through crashes at any step, equals one that is made anew', async () => {
  const { db, epoch } = await writerDatabase()
  const kept = await openIndex(db)
  const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const sessionId = `search-${run++}`
      let machine = initiate(sessionId)
      let seq = 0
      const apply = async (input: Input): Promise<void> => {
        const next = transition(input)(machine)
        if (next === machine) return
        const previousSeq = machine.head.seq === 0 ? null : machine.head.seq
        const delta = diff(machine, next)
        const batch = { epoch, sessionId, inputs: [input], delta, previousSeq, strict: false, endedStreams: [] }
        expect(await commitBatch(db, batch)).toEqual({ type: 'committed' })
        machine = next
      }
      await apply({ type: 'session-create', sessionId, config: LAW_CONFIG, seq: ++seq, timestamp: 10 })
      for (const one of steps) {
        const input = nextInput(machine, await readFileEntries(db, sessionId, FILES), one, ++seq)
        if (input.type === 'user-send-message' && (await knownMessageId(db, sessionId, input.messageId))) continue
        await apply(input)
        // now and then one step of it, which may be its last before a crash
        if (one.crash) await indexStep(db, kept, sessionId)
      }
      await indexAll(db, kept)
      const anew = await openSearchDatabase(`${db.name}-anew`, () => {})
      await indexAll(db, anew)
      const [segments, others] = await Promise.all([kept, anew].map((search) => search.getAll('segments')))
      expect(segments).toEqual(others)
      anew.close()
      await deleteDB(searchDatabaseName(`${db.name}-anew`))
    }),
    { numRuns: 8 },
  )
  expect(await found(kept, 'word')).not.toEqual([])
})

it('a long session that was killed in the middle of its indexing goes on from there, and what came meanwhile is in it', async () => {
  const { db, epoch } = await writerDatabase()
  const rows = Array.from({ length: 3 * SEGMENT_ROWS }, (_, n) => (n % 2 ? answer(n) : userMessage(n)))
  const head = await createSession(db, epoch, { messages: rows })
  const search = await openIndex(db)
  expect(await indexStep(db, search, head.sessionId)).toBe('more')
  expect(await found(search, 'message 20')).toEqual([head.sessionId])
  expect((await findBehind(db, search)).behind).toEqual([head.sessionId])
  // the next thread opens the same index
  const again = await openIndex(db)
  expect(await indexStep(db, again, head.sessionId)).toBe('more')
  expect(await indexStep(db, again, head.sessionId)).toBe('current')
  expect(await indexStep(db, again, head.sessionId)).toBe('current')
  expect((await findBehind(db, again)).behind).toEqual([])
  expect(await again.count('segments')).toBe(3)
})

it('of a session that was deleted no word is left, on the disk and in memory', async () => {
  const { db, epoch } = await writerDatabase()
  const head = await createSession(db, epoch, { messages: [userMessage(0, 2, 'privateword')] })
  const search = await openIndex(db)
  await indexAll(db, search)
  const held = holdIndex(search)
  await held.refresh()
  expect([...held.sessions.keys()]).toEqual([head.sessionId])
  const next = { ...head, seq: head.seq + 1, deletedAt: 5 }
  await commitBatch(db, {
    epoch,
    sessionId: head.sessionId,
    inputs: [{ type: 'user-delete-session', seq: next.seq, timestamp: 5 }],
    delta: { head: next },
    previousSeq: head.seq,
    strict: false,
    endedStreams: [],
  })
  expect((await findBehind(db, search)).gone).toEqual([head.sessionId])
  expect(await indexStep(db, search, head.sessionId)).toBe('gone')
  expect(await search.getAll('segments')).toEqual([])
  expect(await search.getAll('marks')).toEqual([])
  await held.refresh()
  expect([...held.sessions.keys()]).toEqual([])
})
