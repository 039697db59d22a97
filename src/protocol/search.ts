import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** Finding words: in all sessions, and in one. */

const Query = z.string().check(z.maxLength(400))

/** Text in pieces; `marked` ones match the query. */
const Pieces = z.array(z.object({ text: z.string(), marked: z.boolean() }))
export type Pieces = z.infer<typeof Pieces>

/** `rows`: the best messages; empty if only the title matches. `count`: how many messages match. Times in ms. */
const SearchHit = z.object({
  sessionId: z.string(),
  title: Pieces,
  timestamp: z.number(),
  count: z.number(),
  rows: z.array(
    z.object({ n: z.number(), role: z.enum(['user', 'assistant']), timestamp: z.number(), excerpt: Pieces }),
  ),
})
export type SearchHit = z.infer<typeof SearchHit>

export const SEARCH_REQUESTS = {
  /** Sessions that contain all words, each as the beginning of a word; the best first. */
  search: {
    args: { query: Query /** Only these sessions. */, only: z.optional(z.array(SessionId).check(z.maxLength(20_000))) },
    /** `behind`: how many sessions are still being indexed; their content may be missing. */
    result: z.object({ hits: z.array(SearchHit), behind: z.number() }),
  },
  /** The exact characters of the query, ignoring case and accents, in everything one session shows. */
  'find-in-session': {
    args: { sessionId: SessionId, query: Query },
    /**
     * Rows by `n`, ascending, with the number of hits in each. `isPart`: the session is longer than the searched part.
     */
    result: z.object({
      rows: z.array(z.object({ n: z.number(), count: z.number() })),
      isPart: z.boolean(),
    }),
  },
  /** Ends a search: releases the memory held for it. */
  'end-search': { result: z.null() },
}
