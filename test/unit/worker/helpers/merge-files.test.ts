import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileChange } from '../../../../src/agent/content.ts'
import { mergeFiles } from '../../../../src/worker/helpers/merge-files.ts'

const change = (path: string, from: string | null, to: string | null): FileChange => ({
  path,
  from,
  to,
  size: 1,
  mediaType: 'text/plain',
})
const merge = (changes: FileChange[], there: Record<string, string>) =>
  mergeFiles(changes, new Map(Object.entries(there)))

it('what only the helper changed is changed', () => {
  const changes = [change('a', 'a1', 'a2'), change('b', null, 'b1'), change('c', 'c1', null)]
  expect(merge(changes, { a: 'a1', c: 'c1', d: 'd1' })).toEqual({ changes, apart: [] })
})
it('what both changed in the same way needs nothing', () => {
  expect(merge([change('a', 'a1', 'a2')], { a: 'a2' })).toEqual({ changes: [], apart: [] })
})
it('what both changed stays, and the version of the helper gets a free name beside it', () => {
  const there = { 'notes/a.md': 'mine', 'notes/a-2.md': 'other' }
  expect(merge([change('notes/a.md', 'old', 'its')], there)).toEqual({
    changes: [change('notes/a-3.md', null, 'its')],
    apart: [{ path: 'notes/a.md', copy: 'notes/a-3.md' }],
  })
})
it('what the helper deleted and the session changed stays', () => {
  expect(merge([change('a', 'old', null)], { a: 'mine' })).toEqual({ changes: [], apart: [{ path: 'a', copy: null }] })
})

it('law: every change applies, nothing of the session is lost, and everything that the helper wrote is there', () => {
  const path = fc.constantFrom('a.md', 'a-2.md', 'b.md', 'd/a.md')
  const blob = fc.constantFrom('1', '2', '3')
  const workspace = fc.dictionary(path, blob)
  fc.assert(
    fc.property(workspace, workspace, workspace, (given, left, there) => {
      const changes = [...new Set([...Object.keys(given), ...Object.keys(left)])].flatMap((name) =>
        given[name] === left[name] ? [] : [change(name, given[name] ?? null, left[name] ?? null)],
      )
      const merged = merge(changes, there)
      const after = new Map<string, string | null>(Object.entries(there))
      for (const { path, from, to } of merged.changes) {
        expect(after.get(path) ?? null).toBe(from)
        after.set(path, to)
      }
      for (const [name, mine] of Object.entries(there)) if (mine !== given[name]) expect(after.get(name)).toBe(mine)
      for (const { to } of changes) if (to !== null) expect([...after.values()]).toContain(to)
    }),
  )
})
