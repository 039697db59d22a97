import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** Asks for the next request of a session. */
export const CONTEXT_REQUESTS = [z.object({ kind: z.literal('context'), sessionId: SessionId })] as const

/** JSON text of a ContextView (context-view.ts). */
export const CONTEXT_RESULTS = { context: z.string() }
