import * as z from 'zod/mini'
import { UnsentMessage } from '../agent/unsent-message.ts'
import { SessionId } from './common.ts'

/**
 * Unsent messages, separately for each tab. A page also keeps them in localStorage, of which a killed browser may lose
 * the last seconds.
 */

const TabId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

export const DRAFT_REQUESTS = {
  /** null: removes it. Answered when that is on disk. */
  'keep-draft': { args: { sessionId: SessionId, tab: TabId, draft: z.nullable(UnsentMessage) }, result: z.null() },
  /** Those of this tab and of closed tabs, without any that have become messages. */
  'list-drafts': {
    args: { sessionId: SessionId, tab: TabId },
    result: z.lazy(() => z.array(z.object({ ...UnsentMessage.shape, tab: z.string() }))),
  },
}
