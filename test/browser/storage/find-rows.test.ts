import { expect, it } from 'vitest'
import { makeRowFinder } from '../../../src/worker/search/find-rows.ts'
import { head, SESSION, userMessage } from './rows.ts'
import { commit, createSession, writerDatabase } from './support.ts'

const TEXTS = ['state', 'a stable state', 'estate', 'nothing', 'STÄTE, state and state']

it('whatever is typed letter by letter, taken back or typed in its middle, the same is found as by asking once', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch, { messages: TEXTS.map((text, n) => userMessage(n, n + 2, text)) })
  const kept = makeRowFinder(db)
  for (const query of [
    's',
    'st',
    'sta',
    'stat',
    'state',
    'stat',
    'sta',
    'stab',
    'estate',
    'state',
    'e',
    'nothing',
    'state',
  ])
    expect(await kept.find(SESSION, query), query).toEqual(await makeRowFinder(db).find(SESSION, query))
  expect((await kept.find(SESSION, 'state')).rows).toEqual([
    { n: 0, count: 1 },
    { n: 1, count: 1 },
    { n: 2, count: 1 },
    { n: 4, count: 3 },
  ])
})

it('what is said while a word is being typed is found', async () => {
  const { db, epoch } = await writerDatabase()
  const before = await createSession(db, epoch, { messages: TEXTS.map((text, n) => userMessage(n, n + 2, text)) })
  const finder = makeRowFinder(db)
  await finder.find(SESSION, 'sta')
  const row = userMessage(5, 9, 'the newest state')
  const last = { n: 5, role: 'user' as const, key: row.id, status: '' as const, calls: 0, settled: false }
  const changed = head({ ...before, seq: before.seq + 1, count: 6, last })
  expect(await commit(db, epoch, { delta: { head: changed, messages: [row] }, previousSeq: before.seq })).toEqual({
    type: 'committed',
  })
  expect((await finder.find(SESSION, 'stat')).rows.map(({ n }) => n)).toEqual([0, 1, 2, 4, 5])
})
