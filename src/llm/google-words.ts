import type { FilePart } from './prompt.ts'

/** What both of Google's APIs are told in the same words. */

/** The library insists on a key; wire.ts takes it away again, and the guarded fetch adds the real one. */
export const NO_KEY = 'added-by-the-guarded-fetch'

export const GOOGLE_SEARCH = { id: 'google.google_search', name: 'google_search' } as const
export const GOOGLE_CODE = { id: 'google.code_execution', name: 'code_execution' } as const

/** As Google's own list of formats calls it. */
export const soundOfGoogle = (part: FilePart): FilePart =>
  part.mediaType === 'audio/mpeg' ? { ...part, mediaType: 'audio/mp3' } : part
