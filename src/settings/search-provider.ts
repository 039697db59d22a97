import * as z from 'zod/mini'

/** The services that `search_web` and `fetch_page` may use. Their keys are in the vault, bound to the origin. */

export const SEARCH_KINDS = ['tavily', 'brave', 'exa', 'searxng'] as const
export const SearchKind = z.enum(SEARCH_KINDS)
export type SearchKind = z.infer<typeof SearchKind>

export const SearchProvider = z.object({ kind: SearchKind, baseUrl: z.string().check(z.maxLength(2048)) })
export type SearchProvider = z.infer<typeof SearchProvider>

/** A SearXNG server is the person's own, or one that they trust. */
export const SEARCH_BASE_URL: Record<SearchKind, string> = {
  tavily: 'https://api.tavily.com',
  brave: 'https://api.search.brave.com',
  exa: 'https://api.exa.ai',
  searxng: '',
}
/** Whether it works with a key alone. */
export const SEARCH_NEEDS_KEY: Record<SearchKind, boolean> = { tavily: true, brave: true, exa: true, searxng: false }
/** The header in which each service wants its key. */
export const SEARCH_KEY_HEADER: Record<SearchKind, { header: string; prefix: string }> = {
  tavily: { header: 'authorization', prefix: 'Bearer ' },
  brave: { header: 'x-subscription-token', prefix: '' },
  exa: { header: 'x-api-key', prefix: '' },
  searxng: { header: 'authorization', prefix: 'Bearer ' },
}
