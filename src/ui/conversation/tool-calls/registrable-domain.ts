import { getDomain } from 'tldts'

/**
 * The registrable part of a host, by the public suffix list with its private part: `example.co.uk` of
 * `a.b.example.co.uk`, and `me.github.io`. The whole host if nobody can register names there (an IP address, a name in
 * a local network).
 */
export const registrableDomain = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }) ?? hostname
