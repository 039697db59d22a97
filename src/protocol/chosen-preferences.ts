import { Preferences } from '../settings/preferences.ts'

/** The person's preferences, as a page reads them at its start. */
export const CHOSEN_PREFERENCES = { 'get-preferences': Preferences, 'set-preferences': Preferences }
