import { CHOSEN_PREFERENCES } from './chosen-preferences.ts'
import { DRAFT_RESULTS } from './drafts.ts'
import { EXPORT_RESULT } from './export-result.ts'
import { PROJECT_LIST } from './projects.ts'
import { PROVIDER_LIST } from './provider-list.ts'
import { SESSION_RESULTS } from './sessions.ts'

/**
 * Results that a page reads at its start, and those that export the data if nothing else works: they are there before
 * anything is loaded.
 */
export const FirstResults = {
  ...SESSION_RESULTS,
  ...DRAFT_RESULTS,
  ...PROVIDER_LIST,
  ...PROJECT_LIST,
  ...CHOSEN_PREFERENCES,
  ...EXPORT_RESULT,
}
