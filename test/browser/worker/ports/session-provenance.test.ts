import { expect, it } from 'vitest'
import { unknownPartOf } from '../../../../src/effects/provenance.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { sessionProvenance } from '../../../../src/worker/ports/session-provenance.ts'
import { answer, SESSION, userMessage } from '../../storage/rows.ts'
import { connect, createSession, freshName } from '../../storage/support.ts'

it('what a session has learnt is known again after a reload, and a row that cannot be read counts as private', async () => {
  const name = freshName()
  const db = await connect(name)
  const messages = [userMessage(0, 2, 'Read https://a.example/plan please'), answer(1), userMessage(2)]
  await createSession(db, await claimEpoch(db), { messages })
  const first = await sessionProvenance(db, SESSION)()
  expect(first.known.size).toBeGreaterThan(0)
  expect(first.private).toBe(false)
  db.close()

  const reopened = await connect(name)

  expect(await sessionProvenance(reopened, SESSION)()).toEqual(first)
  await reopened.put('messages', { sessionId: SESSION, n: 2, role: 'user' } as never)
  const damaged = await sessionProvenance(reopened, SESSION)()
  expect(damaged.private).toBe(true)
  expect(unknownPartOf(damaged, 'https://a.example/plan')).toBeNull()
  expect(unknownPartOf(damaged, 'https://a.example/log?d=SECRET')).not.toBeNull()
})
