const LINKS = 'links:'

/**
 * The permissions that one permission takes: to open further pages of an origin, one must be allowed to open pages of
 * it.
 */
export const grantsIn = (grant: string): string[] =>
  grant.startsWith(LINKS) ? [grant, `origin:${grant.slice(LINKS.length)}`] : [grant]
