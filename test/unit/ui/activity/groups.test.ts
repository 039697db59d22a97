import { expect, it } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { groupsOf } from '../../../../src/ui/page/activity/groups.ts'

const NOW = 1_700_000_000_000
const session = (id: string, status: string, more: Partial<SessionItem> = {}): SessionItem => ({
  ...{ id, title: id, timestamp: NOW, createdAt: 0, status, busy: false, count: 1, deletedAt: null },
  ...more,
})

it('what waits for the person stands first; what rests, was stopped, deleted, or failed long ago is not there', () => {
  const groups = groupsOf(
    [
      session('a', 'thinking', { busy: true }),
      session('b', 'idle'),
      session('c', 'waiting-for-you'),
      session('d', 'stopped'),
      session('e', 'failed'),
      session('f', 'failed', { timestamp: NOW - 30 * 86_400_000 }),
      session('g', 'using', { deletedAt: 1 }),
      session('h', 'waiting-until', { busy: true, timestamp: NOW - 30 * 86_400_000 }),
    ],
    NOW,
  )
  expect(groups.map(({ label, sessions }) => [label, sessions.map(({ id }) => id)])).toEqual([
    ['Waiting for you', ['c']],
    ['Running', ['a']],
    ['Scheduled', ['h']],
    ['Failed or paused', ['e']],
  ])
})
