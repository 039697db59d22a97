import * as z from 'zod/mini'
import { PreferenceChanges, Preferences } from '../settings/preferences.ts'

/** The person's preferences, as a page reads them at its start. */
export const CHOSEN_PREFERENCES = {
  'get-preferences': { result: Preferences },
  /**
   * `fresh`: the person drops the stored preferences, because they cannot be read; the others return to their defaults.
   */
  'set-preferences': {
    args: {
      preferences: PreferenceChanges,
      /** What the page knew of them: of a list only the difference is applied, since other tabs change it too. */
      known: z.optional(PreferenceChanges),
      fresh: z.optional(z.boolean()),
    },
    result: Preferences,
    changesSettings: true,
  },
} as const
