import { expect, it, vi } from 'vitest'
import type { Command } from '../../../src/protocol/command.ts'
import { openView } from '../../../src/storage/read.ts'
import { writeMemory } from '../../../src/storage/settings/memory.ts'
import { changePreferences } from '../../../src/storage/settings/settings.ts'
import { said } from '../../support/said.ts'
import { SESSION } from '../storage/rows.ts'
import { createSession, writerDatabase } from '../storage/support.ts'
import { beginWriter } from './begin-writer.ts'

const missing = vi.hoisted(() => ({ tries: 0, isThere: false }))
// as the browser does while the network is away and nothing keeps the file
vi.mock('../../../src/worker/policy/background.ts', async (original) => {
  const real = await original<typeof import('../../../src/worker/policy/background.ts')>()
  return {
    backgroundChanges: (...[db, config, preferences, loading, ...rest]: Parameters<typeof real.backgroundChanges>) =>
      real.backgroundChanges(
        db,
        config,
        preferences,
        (code) =>
          loading(() => {
            missing.tries++
            return missing.isThere ? code() : Promise.reject(new TypeError('Failed to fetch'))
          }),
        ...rest,
      ),
  }
})

const send = (messageId: string): Command => ({
  kind: 'input',
  sessionId: SESSION,
  input: said({
    type: 'user-send-message',
    messageId,
    content: [{ type: 'text', text: messageId }],
    delivery: 'follow-up',
  }),
})

it('a message sent while code that its run needs cannot be loaded is not overtaken by the next one, and the person sees what is waited for', async () => {
  const { db, epoch } = await writerDatabase()
  await createSession(db, epoch)
  await writeMemory(db, 'I like tea')
  await changePreferences(db, { memory: true })
  const { writer, activity } = await beginWriter(db, epoch)
  const first = writer.run('c1', send('m1'))
  await expect.poll(() => missing.tries).toBeGreaterThan(0)
  const second = writer.run('c2', send('m2'))
  const isMissing = () => activity()?.codeMissing
  await expect.poll(isMissing).toBe(true)
  missing.isThere = true
  expect(await first).toMatchObject({ outcome: 'committed' })
  expect(await second).toMatchObject({ outcome: 'committed' })
  expect(isMissing()).toBeUndefined()
  const view = await openView(db, SESSION, 50)
  if (view.type === 'missing') throw new Error('not there')
  const said1 = view.view.messages.flatMap((message) => (message.role === 'user' ? [message.id] : []))
  expect([...said1, ...view.view.queue.map(({ id }) => id)]).toEqual(['m1', 'm2'])
})
