import { expect, it } from 'vitest'
import { placeWords } from '../../../src/ui/sessions/place-words.ts'

it.each([
  ['Laptop', null, 'On Laptop'],
  ['', null, 'On another device'],
  ['Laptop', 988_000, 'On Laptop, seen 12 s ago'],
  ['Laptop', 1_005_000, 'On Laptop, seen 0 s ago'],
  ['Laptop', 1_000_000 - 300_000, 'On Laptop, seen 5 minutes ago'],
] as const)('a session on %j, seen at %s, is said to be "%s"', (by, seen, words) => {
  expect(placeWords({ by, seen }, 1_000_000)).toBe(words)
})
