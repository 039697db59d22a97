import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, Preferences } from '../../../src/settings/preferences.ts'

it('the defaults that are written out are those of the schema', () => {
  expect(DEFAULT_PREFERENCES).toEqual(Preferences.parse({}))
})
