import { CHOSEN_PREFERENCES } from './chosen-preferences.ts'
import { DRAFT_REQUESTS } from './drafts.ts'
import { EXPORT_REQUESTS } from './export.ts'
import { PROJECT_LIST } from './project-list.ts'
import { PROVIDER_LIST } from './provider-list.ts'
import { SESSION_REQUESTS } from './sessions.ts'

/**
 * Requests of a page at its start, and the one that exports the data if nothing else works: their results can be parsed
 * before anything is loaded.
 */
export const FIRST_REQUESTS = {
  ...SESSION_REQUESTS,
  ...DRAFT_REQUESTS,
  ...PROVIDER_LIST,
  ...PROJECT_LIST,
  ...CHOSEN_PREFERENCES,
  ...EXPORT_REQUESTS,
}
