/** The grant for a call that goes to this origin, asked for once (`ToolCall.grant`). */
export const originGrant = (origin: string): string => `origin:${origin}`

/** The grant for a tool that sends words, needed once private material was read. Ends with the session. */
export const wordsGrant = (tool: string): string => `words:${tool}`

/** The grant for further pages of this origin, needed once private material was read. Ends with the session. */
export const linksGrant = (origin: string): string => `links:${origin}`

/** The grant for the origin of an address as the model wrote it; null: not an address, so nothing is contacted. */
export function grantForUrl(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? originGrant(new URL(url).origin) : null
}
