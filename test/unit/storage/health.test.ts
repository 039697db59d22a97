import { expect, it } from 'vitest'
import { levelOf } from '../../../src/storage/health.ts'

it.each([
  [0, 100, 'fine'],
  [79, 100, 'fine'],
  [80, 100, 'filling'],
  [94, 100, 'filling'],
  [95, 100, 'nearly-full'],
  [120, 100, 'nearly-full'],
  [null, 100, 'fine'],
  [50, null, 'fine'],
  [0, 0, 'fine'],
] as const)('%s of %s bytes is %s', (usage, quota, level) => {
  expect(levelOf(usage, quota)).toBe(level)
})
