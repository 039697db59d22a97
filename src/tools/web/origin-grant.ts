/** What a call that goes to this origin needs the person's word for, once (`ToolCall.grant`). */
export const originGrant = (origin: string): string => `origin:${origin}`

/** What a tool that sends words of its own needs the person's word for once private material was read. Ends with the session. */
export const wordsGrant = (tool: string): string => `words:${tool}`

/** What a further page of this origin needs the person's word for once private material was read. Ends with the session. */
export const linksGrant = (origin: string): string => `links:${origin}`

/** The grant for the origin of an address, as the model wrote it; null: it is no address, and nothing will be reached. */
export function grantForUrl(url: string): string | null {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? originGrant(new URL(url).origin) : null
}
