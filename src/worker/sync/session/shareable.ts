import { AGENT_VERSION } from '../../../agent/version.ts'
import type { JournalRow } from '../../../storage/schema.ts'

/**
 * Whether other devices can read this session's log, judged by the first row of its journal. Inputs of an older agent
 * version are not folded again, as in archives, so such a session stays on its device.
 */
export const isShareable = (first: JournalRow | undefined): boolean =>
  first !== undefined && first.agentVersion === AGENT_VERSION && first.input.type === 'session-create'
