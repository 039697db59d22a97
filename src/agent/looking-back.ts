import type { State } from './state.ts'

/**
 * The tools with which the brain looks into its own past (seed 002): offered without configuration, and carried out
 * inside a request.
 */

export const LOAD_TOOL_CALL = 'load_tool_call'
export const EXPAND_HISTORY = 'expand_history'
export const SEARCH_HISTORY = 'search_history'
export const INTERNAL_TOOLS: readonly string[] = [LOAD_TOOL_CALL, EXPAND_HISTORY, SEARCH_HISTORY]

export type Past = { summary: State['summary']; head: Pick<State['head'], 'pruned'> }

/** Whether messages are behind a summary. All three tools find these. */
export const isSummarised = ({ summary }: Pick<Past, 'summary'>): boolean => summary !== null && summary.cutAt > 0

/** Whether there is something to load: behind a summary, or shortened results. */
export const looksBack = (past: Past): boolean => isSummarised(past) || past.head.pruned !== undefined
