import type { FilePart } from './prompt.ts'

/** Shared by both of Google's APIs. */

/** The library requires a key; wire.ts removes it, and the guarded fetch adds the real one. */
export const NO_KEY = 'added-by-the-guarded-fetch'

export const GOOGLE_SEARCH = { id: 'google.google_search', name: 'google_search' } as const
export const GOOGLE_CODE = { id: 'google.code_execution', name: 'code_execution' } as const

/** By the name in Google's list of formats. */
export const soundOfGoogle = (part: FilePart): FilePart =>
  part.mediaType === 'audio/mpeg' ? { ...part, mediaType: 'audio/mp3' } : part
