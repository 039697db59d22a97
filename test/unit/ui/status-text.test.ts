import { expect, it } from 'vitest'
import type { Head } from '../../../src/agent/head.ts'
import { statusText } from '../../../src/ui/page/shell/status-text.ts'
import { callOf, fakeHead, streamingHead, unsettledHead } from '../../support/fake-rows.ts'

const words = (own: Partial<Head>, more: Partial<Parameters<typeof statusText>[0]> = {}): string =>
  statusText({
    head: { ...fakeHead('s', []), timestamp: 500, ...own },
    activity: null,
    writing: false,
    now: 1000,
    ...more,
  })
const activity = { sessionId: 's', waitingForNetwork: true, fault: null }
const fault = { kind: 'quota' as const, message: 'The disk is full.', safe: '', advice: '' }

it('says the exact words of the design', () => {
  expect(words({})).toBe('Idle')
  expect(words(streamingHead(0, 1))).toBe('Thinking')
  expect(words(streamingHead(0, 1), { writing: true })).toBe('Writing')
  expect(words(streamingHead(0, 1), { activity })).toBe('Waiting for network')
  const waiting = [{ n: 0, cut: 1, attempt: 1, starts: 1, status: 'waiting' as const, retryAt: 4200 }]
  expect(words({ live: waiting })).toBe('Retrying in 4 s')
  expect(words({ live: waiting }, { now: 9000 })).toBe('Retrying in 0 s')
  // as a device has set it whose clock is days ahead
  const there = 3 * 86_400_000
  const late = waiting.map((answer) => ({ ...answer, retryAt: there + 4200 }))
  expect(words({ live: late, timestamp: there })).toBe('Retrying in 5 s')
  expect(words(unsettledHead(0, 1, [callOf('1.0.0', { status: 'ready', turnAt: 1 })]))).toBe('Using write_file')
  const using = unsettledHead(0, 1, [callOf('1.0.0', { status: 'ready', turnAt: 1 })])
  expect(words(using, { activity: { ...activity, waitingForNetwork: false, waitingForSync: true } })).toBe(
    'Waiting for sync storage',
  )
  expect(words(unsettledHead(0, 1, [callOf('1.0.0', { status: 'pending' })]))).toBe('Waiting for you')
  expect(words(unsettledHead(0, 1, [callOf('1.0.0', { status: 'waiting', until: 60_000 })]))).toMatch(
    /^Waiting until \d/,
  )
  expect(words({ hold: { kind: 'aborted' } })).toBe('Stopped')
  expect(words({ hold: { kind: 'limit', limit: 'turns' } })).toBe('Paused: turn limit reached')
  expect(words({ hold: { kind: 'failed', failure: { kind: 'bad-key', message: 'Wrong key.' } } })).toBe(
    'Failed: Wrong key',
  )
  expect(words({}, { activity: { ...activity, fault } })).toBe('Cannot save: The disk is full')
  expect(words({ deletedAt: 1 })).toBe('Deleted')
  expect(words(streamingHead(0, 1), { notRunning: true })).toBe('Not running (safe mode)')
  expect(words({}, { notRunning: true })).toBe('Idle')
  const unseen = { cut: 5, user: true, now: false }
  expect(words({ unseen, compressAbove: 10, contextSize: 20 })).toBe('Compressing')
})
