import { expect, it } from 'vitest'
import { mergePreferences } from '../../../src/settings/merge-preferences.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../src/settings/preferences.ts'

const stored = (preferences: Partial<Preferences>): Preferences => ({ ...DEFAULT_PREFERENCES, ...preferences })

it('two tabs that pinned at the same time: the later one took the pin of the other back', () => {
  const known = { pinned: ['a'], archived: ['x', 'y'] }
  const now = stored({ pinned: ['a', 'other'], archived: ['x', 'y', 'z'] })
  expect(mergePreferences(now, known, { pinned: ['a', 'mine'], archived: ['x'] })).toEqual({
    pinned: ['a', 'other', 'mine'],
    archived: ['x', 'z'],
  })
  // what one unpinned stays so, whatever the other pins
  expect(mergePreferences(stored({ pinned: [] }), known, { pinned: ['a', 'b'] })).toEqual({ pinned: ['b'] })
})

it('two tabs that tagged at the same time: each tag keeps both conversations, and goes with its last one', () => {
  const known = { tags: [{ name: 'work', sessions: ['a'] }] }
  const now = stored({
    tags: [
      { name: 'work', sessions: ['a', 'b'] },
      { name: 'home', sessions: ['c'] },
    ],
  })
  const wanted = {
    tags: [
      { name: 'work', sessions: ['a', 'd'] },
      { name: 'home', sessions: ['e'] },
    ],
  }
  expect(mergePreferences(now, known, wanted).tags).toEqual([
    { name: 'work', sessions: ['a', 'b', 'd'] },
    { name: 'home', sessions: ['c', 'e'] },
  ])
  expect(mergePreferences(stored(known), known, { tags: [] }).tags).toEqual([])
})

it('prompts, permissions and favourites of two tabs took each other back, too', () => {
  const prompt = (id: string, text: string) => ({ id, name: id, text })
  const known = { prompts: [prompt('a', 'one'), prompt('b', 'two')], approvals: { fetch_page: 'ask' as const } }
  const now = stored({
    prompts: [prompt('a', 'one'), prompt('b', 'two, changed there'), prompt('c', 'three')] as never,
    approvals: { fetch_page: 'ask', run_python: 'never' },
  })
  const wanted = {
    prompts: [prompt('a', 'one, changed here'), prompt('b', 'two')],
    approvals: { fetch_page: 'allow' as const },
  }
  const merged = mergePreferences(now, known as never, wanted as never)
  expect(merged.prompts?.map(({ text }) => text)).toEqual(['one, changed here', 'two, changed there', 'three'])
  expect(merged.approvals).toEqual({ fetch_page: 'allow', run_python: 'never' })
})

it('where no other tab changed anything, the order is the one that was wanted; what is not a list is replaced', () => {
  const model = (name: string) => ({ providerId: 'p', model: name })
  const known = { favouriteModels: [model('a'), model('b')] }
  const wanted = { favouriteModels: [model('b'), model('a')], theme: 'dark' as const }
  expect(mergePreferences(stored(known), known, wanted)).toEqual(wanted)
  expect(mergePreferences(stored({ pinned: ['x'] }), {}, { pinned: ['y'] })).toEqual({ pinned: ['y'] })
})
