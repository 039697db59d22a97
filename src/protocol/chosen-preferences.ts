import { Preferences } from '../settings/preferences.ts'

/** What the person prefers, as a page reads it at its start. */
export const CHOSEN_PREFERENCES = { 'get-preferences': Preferences, 'set-preferences': Preferences }
