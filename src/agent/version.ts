/** Raised by hand when the meaning of a transition changes. Every journal row carries the version that wrote it. */
export const AGENT_VERSION = 4
/** The oldest version that ever wrote a journal. */
export const FIRST_AGENT_VERSION = 1

/**
 * At most: streaming answers, running tools, attempts, starts of one attempt without an end (the numbers of the model
 * in test/support/model).
 */
export const MAX_STREAMS = 2
export const MAX_TOOLS = 3
export const MAX_ATTEMPTS = 5
export const MAX_STARTS = 4
/** Helpers at work for one session at a time; generations of helpers below a session that a person began. */
export const MAX_HELPERS = 4
export const MAX_DEPTH = 3
/** Characters of a helper's task. */
export const MAX_TASK = 20_000
/** Further calls of one answer are closed with an error: the head must stay small. */
export const MAX_CALLS = 32
/** Further messages are refused (the page says so), so that a restore stays bounded. */
export const MAX_QUEUED = 32
/** Command ids kept in the head, to acknowledge a repeated command. */
export const MAX_RECENT = 32
/** Old calls listed in a summary, and old calls loaded at a time. */
export const MAX_LISTED = 50
export const MAX_LOADED = 32
/** Failed compressions in a row before automatic ones stop; requests that are too long before the run fails. */
export const MAX_COMPRESS_FAILURES = 3
export const MAX_TOO_LONG = 3
