import { expect, it } from 'vitest'
import type { Command } from '../../../src/protocol/command.ts'
import { makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

it('what was sent in a tab that was closed in the same moment is not sent until another tab is reloaded', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  const command: Command = { kind: 'create-session', sessionId: 'left', providerId: 'p', model: 'm', thinking: 'off' }
  // the other tab's page has kept it; its worker is gone before it has read a word
  makeOutbox(localStorage, () => {}).put({ id: 'of-the-closed-tab', order: 1, command })
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => fake.commands().map(({ id }) => id)).toContain('of-the-closed-tab')
  // and it is acknowledged, so that nobody sends it again
  await expect.poll(() => makeOutbox(localStorage, () => {}).has('of-the-closed-tab')).toBe(false)
})
