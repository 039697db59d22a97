import { openDB } from 'idb'
import { afterEach, expect, it } from 'vitest'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import type { ReflexorSchema } from '../../../src/storage/schema.ts'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

it('nobody writes any more after a tab has thawed that was frozen, and robbed, on its way to be the writer', async () => {
  const heir = openPage()
  pages.push(heir)
  const { epoch } = (await heir.role('writer')) as { epoch: number }
  const sessionId = newId()
  await heir.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo', thinking: 'off' })
  // all that such a tab does before it hears that the lock is lost
  const db = await openDB<ReflexorSchema>('reflexor')
  expect(await claimEpoch(db)).toBe(epoch + 1)
  db.close()
  const name = { type: 'user-name-session', title: 'Still saved' } as const
  const renamed = heir.command({ kind: 'input', sessionId, input: name })
  await heir.until(
    () => heir.heard.some((m) => m.type === 'writer-changed' && m.role === 'writer' && m.epoch === epoch + 2),
    'writing again, under an epoch of its own',
  )
  expect(await renamed).toMatchObject({ outcome: 'committed' })
})
