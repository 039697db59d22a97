import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, Preferences } from '../../../../src/settings/preferences.ts'
import { listLines } from '../../../../src/ui/sessions/list-lines.ts'
import { livingTags, tagsOf, withTag } from '../../../../src/ui/sessions/tags.ts'

it('a tag is made by its first conversation and goes with its last', () => {
  const one = withTag([], 'work', ['a', 'b'], true)
  expect(one).toEqual([{ name: 'work', sessions: ['a', 'b'] }])
  const two = withTag(withTag(one, 'work', ['b', 'c'], true), 'home', ['c'], true)
  expect(two).toEqual([
    { name: 'work', sessions: ['a', 'b', 'c'] },
    { name: 'home', sessions: ['c'] },
  ])
  expect(tagsOf(two, 'c')).toEqual(['work', 'home'])
  expect(withTag(two, 'home', ['c', 'x'], false)).toEqual([{ name: 'work', sessions: ['a', 'b', 'c'] }])
  expect(one).toEqual([{ name: 'work', sessions: ['a', 'b'] }])
})

it('preferences of an older version have no tags and open unchanged', () => {
  const { tags: _, ...older } = { ...DEFAULT_PREFERENCES, pinned: ['a'] }
  expect(Preferences.parse(older)).toEqual({ ...older, tags: [] })
})

it('a tag whose conversations are all deleted stood there with an empty list; it comes back with one of them', () => {
  const item = (id: string, deletedAt: number | null) => ({ id, deletedAt, timestamp: 1, createdAt: 1, count: 1 })
  const tags = [
    { name: 'work', sessions: ['a', 'b', 'purged'] },
    { name: 'home', sessions: ['a', 'purged'] },
  ]
  expect(livingTags(tags, [item('a', 5), item('b', null)])).toEqual([{ name: 'work', sessions: ['b'] }])
  expect(livingTags(tags, [item('a', null), item('b', 5)])).toEqual([
    { name: 'work', sessions: ['a'] },
    { name: 'home', sessions: ['a'] },
  ])
  // a variant stands for its conversation
  const variant = { ...item('c', null), origin: { session: 'a', n: 1, family: 'a' } }
  expect(livingTags(tags, [item('a', 5), variant]).map(({ name }) => name)).toEqual(['work', 'home'])
})

it('a hundred tags, one of them of deleted conversations alone: a new one was refused, though nobody saw more than 99', () => {
  const item = (id: string, deletedAt: number | null) => ({ id, deletedAt, timestamp: 1, createdAt: 1, count: 1 })
  const tags = Array.from({ length: 100 }, (_, n) => ({
    name: `tag ${n}`,
    sessions: [n === 40 || n === 60 ? 'gone' : 'a'],
  }))
  const made = withTag(tags, 'new', ['a'], true, [item('a', null), item('gone', 5)])
  expect(made.map(({ name }) => name)).toEqual([...tags.filter((_, n) => n !== 40).map(({ name }) => name), 'new'])
  expect(Preferences.safeParse({ ...DEFAULT_PREFERENCES, tags: made }).success).toBe(true)
  // with room, those of deleted conversations stay, and come back with one of them
  const few = tags.slice(30, 70)
  expect(withTag(few, 'new', ['a'], true, [item('a', null)])).toEqual([...few, { name: 'new', sessions: ['a'] }])
  // a hundred that are all seen are a hundred
  const seen = withTag(tags, 'new', ['a'], true, [item('a', null), item('gone', null)])
  expect(seen.length).toBe(101)
})

it('a tag lists its own alone, and the open one', () => {
  const item = (id: string) => ({
    id,
    title: id,
    timestamp: 10,
    createdAt: 0,
    status: 'idle',
    busy: false,
    count: 1,
    deletedAt: null,
  })
  const wish = {
    open: 'c',
    demo: null,
    pinned: [],
    archived: [],
    showArchived: false,
    hasDraft: () => false,
    now: 10,
    projects: [],
    folded: new Set<string>(),
  }
  const lines = listLines(['a', 'b', 'c', 'd'].map(item), { ...wish, only: ['a', 'd'] })
  expect(lines.filter((line) => !line.startsWith('heading'))).toEqual(['a', 'c', 'd'])
})
