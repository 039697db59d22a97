import { AGENT_VERSION } from '../../../agent/version.ts'
import type { JournalRow } from '../../../storage/schema.ts'

/**
 * Whether a session's log can be read by others, by the first row of its journal: inputs of an older version of the
 * agent are not folded again, as in archives, and what they came to is kept on their own device alone.
 */
export const isShareable = (first: JournalRow | undefined): boolean =>
  first !== undefined && first.agentVersion === AGENT_VERSION && first.input.type === 'session-create'
