import { ARCHIVE_RESULTS } from './archive.ts'
import { DRAFT_RESULTS } from './drafts.ts'
import { PREFERENCE_RESULTS } from './preferences.ts'
import { PROVIDER_RESULTS } from './providers.ts'
import { SESSION_RESULTS } from './sessions.ts'

/**
 * Results that a page reads at its start, and what takes the data home when nothing else works any more: they are there before anything is
 * loaded.
 */
export const FirstResults = {
  ...SESSION_RESULTS,
  ...DRAFT_RESULTS,
  ...PROVIDER_RESULTS,
  ...PREFERENCE_RESULTS,
  ...ARCHIVE_RESULTS,
}
