import { expect, it } from 'vitest'
import { freePath, pathOfName } from '../../../../src/tools/workspace/free-path.ts'
import { parsePath } from '../../../../src/tools/workspace/path.ts'

const there = new Map([
  ['a.csv', 'A'],
  ['a-2.csv', 'B'],
  ['docs/plan.md', 'C'],
])

it('a file that has the name of another gets a number', () => {
  expect(freePath('b.csv', there, 'X')).toBe('b.csv')
  expect(freePath('a.csv', there, 'X')).toBe('a-3.csv')
  expect(freePath('docs', there, 'X')).toBe('docs-2')
  expect(freePath('x.tar.gz', new Map([['x.tar.gz', 'A']]), 'X')).toBe('x-2.tar.gz')
})

it('the same bytes attached twice are one file', () => {
  expect(freePath('a.csv', there, 'A')).toBe('a.csv')
  expect(freePath('a.csv', there, 'B')).toBe('a-2.csv')
})

it.each([
  ['sales.csv', 'sales.csv'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\Users\\me\\a.txt', 'C__Users_me_a.txt'],
  ['line\nbreak.txt', 'line_break.txt'],
  ['  spaces .txt ', 'spaces.txt'],
  ['..', 'file'],
  ['', 'file'],
  ['\ud800.txt', '_.txt'],
  [`${'我'.repeat(300)}.xlsx`, `${'我'.repeat(60)}.xlsx`],
])('the name %j becomes a path that can be used', (name, path) => {
  expect(pathOfName(name)).toBe(path)
  expect(parsePath(pathOfName(name)).path).toBe(path)
})
