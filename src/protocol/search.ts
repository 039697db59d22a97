import * as z from 'zod/mini'
import { SessionId } from './common.ts'

/** Finding words: over all sessions, and within one. */

const Query = z.string().check(z.maxLength(400))

export const SEARCH_REQUESTS = [
  /** Sessions in which all words are found, each as the beginning of a word; the best first. */
  z.object({ kind: z.literal('search'), query: Query }),
  /** The very letters of the query, whatever their case and accents, in what was said and done in one session, as it is shown. */
  z.object({ kind: z.literal('find-in-session'), sessionId: SessionId, query: Query }),
  /** Nobody looks for anything any more: what was held in memory for it may go. */
  z.object({ kind: z.literal('end-search') }),
] as const

/** Text in pieces; `marked` ones are what was looked for. */
const Pieces = z.array(z.object({ text: z.string(), marked: z.boolean() }))
export type Pieces = z.infer<typeof Pieces>

/** `rows`: the best messages; none: its title says it. `count`: how many messages say it. Times in ms. */
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

export const SEARCH_RESULTS = {
  /** `behind`: so many sessions are still being indexed; what is in them may be missing. */
  search: z.object({ hits: z.array(SearchHit), behind: z.number() }),
  /** Rows by `n`, ascending, with how often it stands in each. `isPart`: the session is longer than what was looked through. */
  'find-in-session': z.object({
    rows: z.array(z.object({ n: z.number(), count: z.number() })),
    isPart: z.boolean(),
  }),
  'end-search': z.null(),
}
export type SearchRequest = keyof typeof SEARCH_RESULTS
