import { expect, it } from 'vitest'
import type { SessionItem } from '../../../src/protocol/common.ts'
import { dayGroup, headingOf, listLines } from '../../../src/ui/sessions/list-lines.ts'
import { recentSessions } from '../../../src/ui/sessions/recent.ts'

const at = (text: string): number => new Date(text).getTime()
const NOW = at('2026-11-22T10:00')
const item = (id: string, timestamp: number, more: Partial<SessionItem> = {}): SessionItem => ({
  ...{ id, title: id, timestamp, createdAt: 0, status: 'idle', busy: false, count: 2, deletedAt: null },
  ...more,
})
const wish = {
  ...{ open: null, demo: null, pinned: [], archived: [], only: null, showArchived: false },
  ...{ projects: [], folded: new Set<string>() },
  hasDraft: () => false,
  now: NOW,
}

it.each([
  ['2026-11-22T00:00', 'Today'],
  ['2026-11-23T09:00', 'Today'],
  ['2026-11-21T23:59', 'Yesterday'],
  ['2026-11-20T10:00', 'Previous 7 days'],
  ['2026-11-15T00:00', 'Previous 7 days'],
  ['2026-11-14T23:59', 'Previous 30 days'],
  ['2026-10-01T10:00', '2026-10'],
  ['2025-12-31T10:00', '2025'],
  ['1970-01-01T12:00', '1970'],
])('%s is listed under "%s"', (time, group) => expect(dayGroup(at(time), NOW)).toBe(group))

it.each([Number.NaN, -9e15])('a time that no calendar has is listed all the same: %d', (time) =>
  expect(dayGroup(time, NOW)).toBe('Earlier'),
)

it('a session of a time before any calendar kept the whole list from being shown: its heading has words', () => {
  const lines = listLines([item('a', -9e15), item('b', -1e15)], wish)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(() => headingOf(line)).not.toThrow()
})

it('pinned ones stand first, archived ones last and only when asked for, unless one is open', () => {
  const all = [item('a', NOW), item('b', NOW - 1), item('c', at('2026-11-21T10:00')), item('d', 5)]
  expect(listLines(all, { ...wish, pinned: ['c'], archived: ['b', 'd'] })).toEqual([
    ...['heading:Pinned', 'c', 'heading:Today', 'a', 'archived:2'],
  ])
  expect(listLines(all, { ...wish, archived: ['b', 'd'], showArchived: true }).slice(-3)).toEqual([
    'archived:2',
    'b',
    'd',
  ])
  expect(listLines(all, { ...wish, archived: ['b', 'd'], open: 'd' }).slice(-2)).toEqual(['archived:2', 'd'])
})

it('a project has its sessions below its heading, whatever their day; without sessions it is there to begin one', () => {
  const all = [
    ...[item('a', NOW, { project: 'p' }), item('b', 5, { project: 'p' }), item('c', NOW)],
    ...[item('pinned', 4, { project: 'p' }), item('lost', 3, { project: 'gone' })],
  ]
  const own = { ...wish, projects: ['empty', 'p'], pinned: ['pinned'] }
  expect(listLines(all, own)).toEqual([
    ...['heading:Pinned', 'pinned', 'project:empty', 'project:p', 'a', 'b'],
    ...['heading:Today', 'c', 'heading:1970', 'lost'],
  ])
  // folded, the open one is still there
  const folded = { ...own, folded: new Set(['p']), open: 'b' }
  expect(listLines(all, folded)).toEqual([
    ...['heading:Pinned', 'pinned', 'project:empty', 'project:p', 'b'],
    ...['heading:Today', 'c', 'heading:1970', 'lost'],
  ])
  // a tag lists nothing besides its own
  expect(listLines(all, { ...own, only: ['a'] })).toEqual(['project:p', 'a'])
})

it('a mark counts for all variants of a conversation', () => {
  const variant = item('v', NOW, { origin: { session: 'a', n: 1, family: 'a' } })
  expect(listLines([item('a', 5), variant], { ...wish, pinned: ['a'] })).toEqual(['heading:Pinned', 'v'])
})

it('a session in which nothing was said or done is listed while it is open or has words in its box', () => {
  const all = [item('a', NOW, { count: 0, untouched: true })]
  expect(listLines(all, wish)).toEqual([])
  expect(listLines(all, { ...wish, open: 'a' })).toEqual(['heading:Today', 'a'])
  expect(listLines(all, { ...wish, hasDraft: (id) => id === 'a' })).toEqual(['heading:Today', 'a'])
  const demo = { ...wish, demo: 'a', open: 'a', hasDraft: () => true }
  expect(listLines(all, demo)).toEqual([])
  expect(listLines([item('a', NOW)], demo)).toEqual(['heading:Today', 'a'])
})

it('5,000 sessions are put in order at once', () => {
  const all = Array.from({ length: 5000 }, (_, n) => item(`s${n}`, NOW - n * 3_600_000))
  listLines(all, wish)
  const before = process.cpuUsage()
  expect(listLines(all, { ...wish, archived: all.slice(4000).map(({ id }) => id) }).length).toBeGreaterThan(4000)
  // of the processor: with a format made for each it took two seconds
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(100)
})

it('the start page shows what runs or waits first, and nothing in which nothing was said', () => {
  const all = [
    item('old', 1),
    item('new', 9),
    item('empty', 99, { count: 0 }),
    item('runs', 2, { busy: true }),
    item('waits', 3, { status: 'waiting-for-you' }),
    item('gone', 98, { deletedAt: 1 }),
  ]
  expect(recentSessions(all).map(({ id }) => id)).toEqual(['waits', 'runs', 'new', 'old'])
})
