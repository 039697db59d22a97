import { expect, it } from 'vitest'
import type { SessionItem } from '../../../src/protocol/common.ts'
import { helpersToList } from '../../../src/ui/sessions/helper-lines.ts'
import { recentSessions } from '../../../src/ui/sessions/recent.ts'

const item = (id: string, changes: Partial<SessionItem> = {}): SessionItem => ({
  id,
  title: id,
  timestamp: 1,
  createdAt: 1,
  status: 'idle',
  busy: false,
  count: 2,
  deletedAt: null,
  ...changes,
})
const helper = (id: string, session: string, call: string, changes: Partial<SessionItem> = {}): SessionItem =>
  item(id, { helps: { session, call, tokens: 0, cost: 0 }, ...changes })
const TREE = [
  helper('b', 'p', '2.0.10'),
  helper('a', 'p', '2.0.2'),
  item('p'),
  helper('deep', 'a', '3.0.0'),
  helper('orphan', 'gone', '1.0.0'),
]

it('helpers are below the session that they help, in the order of their calls, while one of them is open', () => {
  for (const open of ['p', 'a', 'deep']) expect(helpersToList(TREE, open).below('p')).toEqual(['a', 'deep', 'b'])
  expect(helpersToList(TREE, null).below('p')).toEqual([])
})
it('while one works or waits for the person, they are in sight', () => {
  const waits = TREE.map((one) => (one.id === 'deep' ? { ...one, status: 'waiting-for-you' } : one))
  expect(helpersToList(waits, null).below('p')).toEqual(['a', 'deep', 'b'])
  const works = TREE.map((one) => (one.id === 'b' ? { ...one, busy: true } : one))
  expect(helpersToList(works, null).below('p')).toEqual(['a', 'deep', 'b'])
})
it('a helper whose session is gone or deleted is a line like any other', () => {
  const listed = (sessions: SessionItem[]): string[] =>
    sessions.filter((one) => !helpersToList(sessions, null).isListed(one)).map(({ id }) => id)
  expect(listed(TREE)).toEqual(['p', 'orphan'])
  expect(listed(TREE.map((one) => (one.id === 'p' ? { ...one, deletedAt: 5 } : one)))).toEqual([
    'b',
    'a',
    'p',
    'orphan',
  ])
})
it('a circle, which an import may claim, ends', () => {
  const circle = [helper('x', 'y', '1'), helper('y', 'x', '1')]
  expect(helpersToList(circle, 'x').below('x').length).toBeLessThan(20)
})
it('helpers are no recent sessions of their own', () => {
  expect(recentSessions(TREE).map(({ id }) => id)).toEqual(['p', 'orphan'])
})
