import { expect, it } from 'vitest'
import { printParts } from '../../../../src/ui/sharing/share/print-parts.ts'

it('a conversation that a browser prints in one go is one part', () => {
  expect(printParts({ rows: 0, characters: 0 })).toEqual([{ from: 0, to: 0 }])
  expect(printParts({ rows: 1000, characters: 500_000 })).toEqual([{ from: 0, to: 1000 }])
})

it('a longer one is several that follow each other, of whole pages of rows, however it is long', () => {
  expect(printParts({ rows: 2001, characters: 0 })).toEqual([
    { from: 0, to: 1000 },
    { from: 1000, to: 2000 },
    { from: 2000, to: 2001 },
  ])
  // long answers
  expect(printParts({ rows: 400, characters: 1_000_000 })).toEqual([
    { from: 0, to: 200 },
    { from: 200, to: 400 },
  ])
  // never less than what is read at once
  expect(printParts({ rows: 150, characters: 1e9 })).toEqual([
    { from: 0, to: 100 },
    { from: 100, to: 150 },
  ])
})
