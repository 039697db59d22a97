/** Raised by hand when the meaning of a transition changes; every journal row carries the version that wrote it. */
export const AGENT_VERSION = 4
/** The oldest that ever wrote a journal. */
export const FIRST_AGENT_VERSION = 1

/** The numbers of model/model.ts: at most two answers stream, three tools run, five attempts, four starts of one attempt without an end. */
export const MAX_STREAMS = 2
export const MAX_TOOLS = 3
export const MAX_ATTEMPTS = 5
export const MAX_STARTS = 4
/** Calls in one answer beyond this many are closed with an error: the head must stay small. */
export const MAX_CALLS = 32
/** Waiting messages beyond this many are refused (the page says so), so that restore stays bounded. */
export const MAX_QUEUED = 32
/** Command ids kept in the head, to acknowledge a command that comes twice. */
export const MAX_RECENT = 32
/** Old calls listed in a summary, and old calls loaded at a time. */
export const MAX_LISTED = 50
export const MAX_LOADED = 32
/** Compressions that fail in a row before none is tried any more by itself, and askings that are too long before the run has failed. */
export const MAX_COMPRESS_FAILURES = 3
export const MAX_TOO_LONG = 3
