import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import { fallbackChanges } from '../../../../src/worker/policy/fallback.ts'

const chain = { models: [{ providerId: 'q', model: 'second' }], after: 3 }
const preferences = { ...DEFAULT_PREFERENCES, fallback: chain }

it('a session follows the chain that counts for all, until the person gives it one of its own', () => {
  expect(fallbackChanges({}, preferences)).toEqual({ fallback: chain })
  expect(fallbackChanges({ fallback: chain }, preferences)).toBeNull()
  expect(fallbackChanges({ fallback: chain }, DEFAULT_PREFERENCES)).toEqual({ fallback: { models: [], after: 2 } })
  expect(fallbackChanges({ fallback: { models: [], after: 2, own: true } }, preferences)).toBeNull()
})
it('a session from before there were chains is not changed for nothing', () => {
  expect(fallbackChanges({}, DEFAULT_PREFERENCES)).toBeNull()
})
