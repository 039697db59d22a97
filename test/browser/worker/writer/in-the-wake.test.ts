import { deleteDB } from 'idb'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { findSessions } from '../../../../src/search/query.ts'
import { setPace } from '../../../../src/settings/pace.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { searchDatabaseName } from '../../../../src/storage/search/database.ts'
import { SEARCH_HANDLERS } from '../../../../src/worker/requests/search.ts'
import { searchRoomOf } from '../../../../src/worker/search/search-room.ts'
import { followCommits } from '../../../../src/worker/writer/in-the-wake.ts'
import { head, SESSION, userMessage } from '../../storage/rows.ts'
import { commit, createSession, writerDatabase } from '../../storage/support.ts'

beforeAll(() => setPace(10))
afterAll(() => setPace(1))

/** A session whose first words are indexed, and one who follows its commits. */
async function followed() {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages: [userMessage(0, 1, 'first')] })
  const wake = followCommits(db)
  onTestFinished(async () => {
    wake.stop()
    await searchRoomOf(db).sweep()
    await deleteDB(searchDatabaseName(db.name))
  })
  await searchRoomOf(db).sweep()
  const say = async (n: number, text: string): Promise<void> => {
    const row = userMessage(n, n + 1, text)
    const outcome = await commit(db, epoch, { delta: { head: head({ seq: n + 1, count: n + 1 }), messages: [row] } })
    expect(outcome).toEqual({ type: 'committed' })
    wake.changed([{ id: SESSION, busy: false, deletedAt: null } as SessionItem])
  }
  return { db, say }
}

const found = async (db: Database, query: string): Promise<number> => {
  const room = { db } as Parameters<typeof SEARCH_HANDLERS.search>[1]
  return (await SEARCH_HANDLERS.search({ kind: 'search', query }, room)).hits.length
}

/** In the index as it is, without anybody who searches. */
async function indexed(db: Database, query: string): Promise<number> {
  const { sessions } = await searchRoomOf(db).index()
  searchRoomOf(db).rest()
  return findSessions(sessions, query, { limit: 1, now: 0 }).length
}

it('a turn does not write the words of the whole session anew; who begins to search finds its words all the same', async () => {
  const { db, say } = await followed()
  await say(1, 'second')
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await indexed(db, 'first')).toBe(1)
  expect(await indexed(db, 'second')).toBe(0)
  await vi.waitFor(async () => expect(await found(db, 'second')).toBe(1), 15_000)
})

it('what another tab says while somebody searches here is found by the next words that are typed', async () => {
  const { db, say } = await followed()
  expect(await found(db, 'first')).toBe(1)
  // the tab that writes has a memory of its own, and does not know that somebody searches
  searchRoomOf(db).rest()
  await say(1, 'second')
  await searchRoomOf(db).index()
  await new Promise((resolve) => setTimeout(resolve, 210))
  await vi.waitFor(async () => expect(await found(db, 'second')).toBe(1), 15_000)
})

it('what is said while somebody searches is found a moment later', async () => {
  const { db, say } = await followed()
  expect(await found(db, 'first')).toBe(1)
  await say(1, 'second')
  await vi.waitFor(async () => expect(await found(db, 'second')).toBe(1), 15_000)
})
