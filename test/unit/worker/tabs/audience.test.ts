import { expect, it } from 'vitest'
import type { Published } from '../../../../src/protocol/published.ts'
import { makeAudience } from '../../../../src/worker/tabs/audience.ts'

const progress: Published = { type: 'progress', sessionId: 's', toolCallId: '1.0.0', text: 't' }
const list: Published = { type: 'sessions-changed', sessions: [] }

function setUp(isWriter: boolean) {
  const told: string[] = []
  const sent: string[] = []
  const at = { now: 0, settings: 0 }
  const audience = makeAudience({
    tell: ({ type }) => told.push(type),
    send: ({ message }) => sent.push(message.type),
    isWriter: () => isWriter,
    settingsChanged: () => at.settings++,
    now: () => at.now,
  })
  return { audience, told, sent, at }
}

it('the last words of a robbed writer do not reach the page of the one that writes now', () => {
  const { audience, told } = setUp(true)
  audience.watch('s', true)
  audience.heard(progress)
  audience.heard(list)
  expect(told).toEqual(['sessions-changed'])
})

it('a page hears of the runs of sessions that it shows, and of every list', () => {
  const { audience, told } = setUp(false)
  audience.heard(progress)
  audience.watch('s', true)
  audience.heard(progress)
  audience.watch('s', false)
  audience.heard(progress)
  audience.heard(list)
  expect(told).toEqual(['progress', 'sessions-changed'])
})

it('a writer speaks to other tabs only while one of them listens; whoever does not write always does', () => {
  const writer = setUp(true)
  writer.audience.publish(list)
  expect(writer.sent).toEqual([])
  writer.audience.followerSpoke()
  writer.audience.publish(list)
  writer.at.now = 15_001
  writer.audience.publish(list)
  expect(writer.sent).toEqual(['sessions-changed'])
  const follower = setUp(false)
  follower.audience.publish({ type: 'settings-changed' })
  expect([follower.sent, follower.at.settings]).toEqual([['settings-changed'], 1])
})

it('a session is shown as long as this page shows it, or another tab is there, which may', () => {
  const { audience, at } = setUp(true)
  at.now = 20_000
  expect(audience.isShown('s')).toBe(false)
  audience.watch('s', true)
  expect([audience.isShown('s'), audience.isShown('other')]).toEqual([true, false])
  audience.watch('s', false)
  expect(audience.isShown('s')).toBe(false)
  audience.followerSpoke()
  expect(audience.isShown('s')).toBe(true)
  at.now = 40_000
  expect(audience.isShown('s')).toBe(false)
})
