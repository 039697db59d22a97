/** The grant for a call that goes to this origin, asked for once (`ToolCall.grant`). */
export const originGrant = (origin: string): string => `origin:${origin}`

/**
 * The grant for a tool that sends words, needed once private material was read. Ends with the session. `to`: where to,
 * if the arguments say so.
 */
export const wordsGrant = (tool: string, to?: string): string => `words:${tool}${to === undefined ? '' : `:${to}`}`

/** The grant to send commits to this repository. Ends with the session, and lets its origin be opened, too. */
export const pushGrant = (repository: string): string => `push:${repository}`

/** The grant to send search words to a source that needs no key, or to all of them ('all'). */
export const sourceGrant = (source: string): string => `search:${source}`

/** The grant for further pages of this origin, needed once private material was read. Ends with the session. */
export const linksGrant = (origin: string): string => `links:${origin}`

/** The grant for the origin of an address as the model wrote it; null: not an address, so nothing is contacted. */
export function grantForUrl(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? originGrant(new URL(url).origin) : null
}
