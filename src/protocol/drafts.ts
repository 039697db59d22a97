import * as z from 'zod/mini'
import { UnsentMessage } from '../agent/unsent-message.ts'
import { SessionId } from './common.ts'

/**
 * Unsent messages, separately for each tab. A page also keeps them in localStorage, of which a killed browser may lose
 * the last seconds.
 */

const TabId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

export const DRAFT_REQUESTS = [
  /** null: removes it. Answered when that is on disk. */
  z.object({ kind: z.literal('keep-draft'), sessionId: SessionId, tab: TabId, draft: z.nullable(UnsentMessage) }),
  /** Those of this tab and of closed tabs, without any that have become messages. */
  z.object({ kind: z.literal('list-drafts'), sessionId: SessionId, tab: TabId }),
] as const

export const DRAFT_RESULTS = {
  'keep-draft': z.null(),
  'list-drafts': z.lazy(() => z.array(z.object({ ...UnsentMessage.shape, tab: z.string() }))),
}
export type DraftKind = keyof typeof DRAFT_RESULTS
