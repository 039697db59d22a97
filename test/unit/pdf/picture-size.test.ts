import { expect, it } from 'vitest'
import { scaleFor } from '../../../src/pdf/picture-size.ts'

it('a page is drawn as wide as it is wanted', () => {
  expect(scaleFor({ width: 600, height: 800 }, 900)).toBe(1.5)
})

it('a page of any claimed size makes a picture that can be held', () => {
  for (const [width, height] of [
    [1e9, 1e9],
    [1, 1e6],
    [1e6, 1],
    [14_400, 14_400],
    [0.001, 0.001],
  ] as const) {
    const scale = scaleFor({ width, height }, 2000)
    if (scale === null) continue
    expect(width * scale * height * scale).toBeLessThanOrEqual(16_000_001)
    expect(Math.max(width, height) * scale).toBeLessThanOrEqual(8000)
  }
})

it.each([
  [0, 5],
  [-1, 5],
  [Number.NaN, 5],
  [Number.POSITIVE_INFINITY, 5],
  [5, 1e-9],
])('a page of %d by %d has no picture', (width, height) => {
  expect(scaleFor({ width, height }, 500)).toBeNull()
})
