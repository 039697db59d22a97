import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Command } from '../../../../src/protocol/command.ts'
import { makePendingCommands } from '../../../../src/worker/tabs/pending-commands.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const command = (sessionId: string): Command => ({
  kind: 'input',
  sessionId,
  input: { type: 'user-abort' },
})

function setUp() {
  const sent: string[] = []
  return { sent, pending: makePendingCommands((id) => sent.push(id)) }
}

it('does not leave a command lying that came to nothing while the writer stays the same', () => {
  const { sent, pending } = setUp()
  pending.add('a', command('s'))
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual(['a', 'a'])
})

it('sends nothing again that was acknowledged or refused, and keeps no timer for it', () => {
  const { sent, pending } = setUp()
  pending.add('a', command('s'))
  pending.add('b', command('s'))
  expect(pending.answered({ type: 'acknowledged', id: 'a', outcome: 'committed' })).toBe(true)
  expect(pending.answered({ type: 'refused', id: 'b', refusal: { code: 'session-gone', values: {} } })).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
  pending.sendAll()
  expect(sent).toEqual(['a', 'b'])
})

it('tells answers to other pages apart, and the first answer from a second one', () => {
  const { pending } = setUp()
  pending.add('a', command('s'))
  expect(pending.answered({ type: 'acknowledged', id: 'of another page', outcome: 'committed' })).toBe(false)
  expect(pending.answered({ type: 'acknowledged', id: 'a', outcome: 'known' })).toBe(true)
  expect(pending.answered({ type: 'acknowledged', id: 'a', outcome: 'known' })).toBe(false)
})

it('goes on after a pause: a new command is sent again too', () => {
  const { sent, pending } = setUp()
  pending.add('a', command('s'))
  pending.answered({ type: 'acknowledged', id: 'a', outcome: 'committed' })
  pending.add('b', command('s'))
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual(['a', 'b', 'b'])
})
