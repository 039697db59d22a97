const LINKS = 'links:'
/** To send commits to a repository, one must be allowed to open pages of its origin. */
const PUSH = /^push:(https?:\/\/[^/]+)/

/**
 * The permissions that one permission takes: to open further pages of an origin, one must be allowed to open pages of
 * it.
 */
export const grantsIn = (grant: string): string[] => {
  const origin = grant.startsWith(LINKS) ? grant.slice(LINKS.length) : PUSH.exec(grant)?.[1]
  return origin === undefined ? [grant] : [grant, `origin:${origin}`]
}
