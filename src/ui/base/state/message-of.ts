import { showHidden } from '../words/hidden-signs.ts'
import { said } from '../words/said.ts'

/** What an error says, in the person's language where the page knows the sentence. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? said(error.message) : showHidden(String(error))
