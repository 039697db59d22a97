import { expect, it, vi } from 'vitest'
import { shaOf } from '../../../../src/storage/blobs.ts'
import { blobBytes } from '../../../../src/worker/blob-bytes.ts'
import { saveBlackBox } from '../../../../src/worker/share/black-box.ts'
import { said } from '../../../support/said.ts'
import { startSession, unpacked } from '../../storage/archive-support.ts'
import { branched } from '../../storage/branch-support.ts'
import { writerDatabase } from '../../storage/support.ts'

/** The storage that devices share stands outside: what it gives. */
vi.mock('../../../../src/worker/blob-bytes.ts')

it('a black box lacked the pictures of variants that stand in the shared storage alone', async () => {
  const { db, epoch } = await writerDatabase()
  const { commit, state } = await startSession(db, epoch, 's')
  const content = [{ type: 'text' as const, text: 'Look at this.' }]
  await commit(said({ type: 'user-send-message', messageId: 'm1', content, delivery: 'now' }))
  const outcome = await branched(db, epoch, { from: 's', sessionId: 'v', count: state().head.count })
  expect(outcome.type).toBe('branched')
  const bytes = new Uint8Array([1, 2, 0, 3])
  const sha = await shaOf(bytes)
  await db.put('blob-names', { sessionId: 'v', sha, epoch })
  const place = { log: 'l', next: 1, previous: '', sent: 0, over: false, pending: null, by: 'd' }
  await db.put('sync', { ...place, sessionId: 'v', epoch, owner: false })
  vi.mocked(blobBytes).mockImplementation(async (_db, name) => (name === sha ? bytes : null))
  const { file, sessions } = await saveBlackBox(db, { kind: 'black-box', sessionId: 's' })
  expect(sessions).toBe(2)
  expect([...(await unpacked(file as Blob)).keys()]).toContain(`blobs/${sha}`)
})
