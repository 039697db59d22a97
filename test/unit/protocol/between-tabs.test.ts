import { expect, it } from 'vitest'
import { BetweenTabs } from '../../../src/protocol/between-tabs.ts'
import { inWords } from '../../../src/protocol/refusals.ts'

const fault = { kind: 'quota', message: 'm', safe: 's', advice: 'a' } as const
const crosses = (message: unknown): boolean => BetweenTabs.safeParse(message).success

it.each([
  { type: 'writer-changed', role: 'writer', epoch: 3 },
  { type: 'reply', id: 'r1', result: [] },
  { type: 'storage-failed', fault },
  { type: 'acknowledged', id: 'c1', outcome: 'committed' },
  { type: 'refused', id: null, refusal: { code: 'other-version', values: {} } },
])('a tab cannot make the page of another one believe $type', (message) => {
  expect(crosses({ type: 'publish', message })).toBe(false)
})

it.each([
  { type: 'writer-changed', role: 'none', epoch: 3 },
  { type: 'reply', id: 'r1', result: [] },
  { type: 'storage-failed', fault },
  { type: 'settings-changed' },
])('$type is no answer to a command', (message) => {
  expect(crosses({ type: 'command-done', message })).toBe(false)
})

it('what the writer tells all pages, and answers to commands, still cross', () => {
  const published = [
    { type: 'delta', sessionId: 's', after: 1, seq: 2, delta: {} },
    { type: 'stream', sessionId: 's', cut: 1, attempt: 0, start: 1, way: 'asked', parts: [] },
    { type: 'progress', sessionId: 's', toolCallId: '1.0.0', text: 't' },
    { type: 'activity', activity: { sessionId: 's', waitingForNetwork: false, fault } },
    { type: 'sessions-changed', sessions: [] },
    { type: 'notify', sessionId: 's', title: 't', text: 'x', tag: 'g' },
    { type: 'settings-changed' },
  ]
  for (const message of published)
    expect([message.type, crosses({ type: 'publish', message })]).toEqual([message.type, true])
  expect(crosses({ type: 'command-done', message: { type: 'acknowledged', id: 'c', outcome: 'known' } })).toBe(true)
  const refused = { type: 'refused', id: 'c', refusal: { code: 'session-gone', values: {} } }
  expect(crosses({ type: 'command-done', message: { ...refused, message: 'For older versions.' } })).toBe(true)
})

it('a tab of an older version says in words why a command was refused: its page reads them', () => {
  const message = { type: 'refused', id: 'c', message: 'This session no longer exists.' }
  expect(BetweenTabs.parse({ type: 'command-done', message })).toEqual({
    type: 'command-done',
    message: { type: 'refused', id: 'c', refusal: inWords('This session no longer exists.') },
  })
})
