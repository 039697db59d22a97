import { expect, it } from 'vitest'
import type { Background, Config } from '../../../../src/agent/config.ts'
import type { Head } from '../../../../src/agent/head.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import { unknownPartOf } from '../../../../src/effects/provenance.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { sessionProvenance, tellsPrivate } from '../../../../src/worker/ports/session-provenance.ts'
import { answer, SESSION, userMessage } from '../../storage/rows.ts'
import { connect, createSession, freshName } from '../../storage/support.ts'

const state =
  (head: Partial<Head> = {}, background?: Background) =>
  () => {
    const { head: first, config } = initiate(SESSION)
    return { head: { ...first, ...head }, config: { ...config, ...(background && { background }) } as Config }
  }
const background = (instructions: string, memory: string | null): Background => ({
  date: '',
  zone: 'UTC',
  instructions,
  memory,
})

it('what a session has learnt is known again after a reload, and a row that cannot be read counts as private', async () => {
  const name = freshName()
  const db = await connect(name)
  const messages = [userMessage(0, 2, 'Read https://a.example/plan please'), answer(1), userMessage(2)]
  await createSession(db, await claimEpoch(db), { messages })
  const first = await sessionProvenance(db, SESSION, state())()
  expect(first.known.size).toBeGreaterThan(0)
  expect(first.privateFrom).toBeNull()
  db.close()

  const reopened = await connect(name)

  expect(await sessionProvenance(reopened, SESSION, state())()).toEqual(first)
  await reopened.put('messages', { sessionId: SESSION, n: 2, role: 'user' } as never)
  const damaged = await sessionProvenance(reopened, SESSION, state())()
  expect(damaged.privateFrom).toBe(-1)
  expect(unknownPartOf(damaged, 'https://a.example/plan')).toBeNull()
  expect(unknownPartOf(damaged, 'https://a.example/log?d=SECRET')).not.toBeNull()
})

it('a session that was told a memory, or came from elsewhere, is private from its beginning; private instructions make it so, too', async () => {
  const db = await connect(freshName())
  await createSession(db, await claimEpoch(db), { messages: [userMessage(0, 2, 'Hello')] })
  const from = async (now: ReturnType<typeof state>) => (await sessionProvenance(db, SESSION, now)()).privateFrom
  expect(await from(state())).toBeNull()
  expect(await from(state({ private: true }))).toBe(-1)
  expect(await from(state({}, background('My PIN is 4821', null)))).toBe(-1)
  const brief = await sessionProvenance(db, SESSION, state({}, background('Ask api.a.example/now', null)))()
  expect([brief.privateFrom, brief.known.get('api.a.example/now')]).toEqual([null, 'person'])
})

it('a request tells private material with a memory, with private instructions, and in a session that devices share', async () => {
  const db = await connect(freshName())
  const tells = (instructions: string, memory: string | null) =>
    tellsPrivate(db, SESSION, { background: background(instructions, memory) })
  expect(await tells('Be brief.', null)).toBe(false)
  expect(await tells('', '\n')).toBe(false)
  expect(await tells('', 'Likes kites')).toBe(true)
  expect(await tells('My PIN is 4821', null)).toBe(true)
  await db.put('sync', { sessionId: SESSION } as never)
  expect(await tells('', null)).toBe(true)
})
