import type { Results } from '../../../protocol/requests.ts'
import { useAsk } from './ask.ts'

/** Full-text search. All reject with an Error whose message is for the person. */
export function useSearch() {
  const ask = useAsk()
  return {
    /** In all sessions, or `only` in these. '' finds nothing and gets the index ready. */
    search: (query: string, only?: string[]): Promise<Results['search']> =>
      ask({ kind: 'search', query, ...(only && { only }) }),
    findIn: (sessionId: string, query: string): Promise<Results['find-in-session']> =>
      ask({ kind: 'find-in-session', sessionId, query }),
    /** Frees the memory that the search holds. */
    end: async (): Promise<void> => void (await ask({ kind: 'end-search' })),
  }
}
