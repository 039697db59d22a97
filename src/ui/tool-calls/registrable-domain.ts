import { getDomain } from 'tldts'

/**
 * The part of a host that somebody registered, by the public suffix list with its private part: `example.co.uk` of `a.b.example.co.uk`, and
 * `me.github.io`. The whole host where nobody can register names (an address of numbers, a name of one's own network).
 */
export const registrableDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }) ?? hostname
