import type { JSX } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { hostsOfSources } from '../../../settings/open-sources.ts'
import { placeOfHost } from '../../../settings/place-of-host.ts'
import { parts, t } from './t.ts'

/**
 * A grant in words (`origin:https://example.org`, `links:https://example.org`, `push:<repository>`,
 * `changed:<tool>:<hash>`, `words:<tool>`, `packages:<host>`, `search:<source>`); any other kind is shown unchanged.
 */
export function grantWords(grant: string): string {
  const at = grant.indexOf(':')
  const kind = grant.slice(0, Math.max(at, 0))
  const value = grant.slice(at + 1)
  if (kind === 'changed')
    return t('Use {tool}, whose description has changed on its server', { tool: value.split(':')[0] ?? '' })
  if (kind === 'words') {
    const [name = '', to = ''] = value.split(':')
    const tool = to === '' ? name : `${name}: ${hostsOfSources(to)}`
    return t('Send its own text with {tool}, after reading your files or answers', { tool })
  }
  if (kind === 'search') return t('Send its search words to {sources}', { sources: hostsOfSources(value) })
  if (kind === 'packages' && URL.canParse(value))
    return t('Load Python packages from {host}', { host: hostText(new URL(value)) })
  const url = hostOfGrant(grant)
  if (url === null) return grant
  const host = hostText(url)
  if (kind === 'push') return t('Send commits to {host}', { host: host + url.pathname })
  return kind === 'links' ? t('Open more pages on {host}', { host }) : t('Open pages on {host}', { host })
}

/** Site of a grant; null: the grant is about no site. */
export function hostOfGrant(grant: string | undefined): URL | null {
  const [, value = ''] = /^(?:origin|links|push):(.*)$/s.exec(grant ?? '') ?? []
  return URL.canParse(value) ? new URL(value) : null
}

/**
 * What approving this call permits beyond its tool, in words; null: nothing. The contents of `sends` and `opens` are
 * shown with it.
 */
export function wordsToAllow({ grant, sends }: Pick<ToolCall, 'grant' | 'sends'>): string | null {
  if (grant === undefined) return sends === undefined ? null : t('Send data that nobody gave it')
  const url = hostOfGrant(grant)
  return sends === undefined || url === null || grant.startsWith('push:')
    ? grantWords(grant)
    : t('Open a page on {host} and send data to it', { host: hostText(url) })
}

const isPlain = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && placeOfHost(hostname) !== 'this computer'

function hostText(url: URL): string {
  const place = placeOfHost(url.hostname)
  const named = place === null ? url.host : t('{host} ({place})', { host: url.host, place: t(place) })
  return isPlain(url) ? t('{host} (unencrypted)', { host: named }) : named
}

/** The same with an element for the host. */
export function hostWords(url: URL, host: JSX.Element): JSX.Element {
  const place = placeOfHost(url.hostname)
  const named = place === null ? host : parts('{host} ({place})', { host, place: t(place) })
  return isPlain(url) ? parts('{host} (unencrypted)', { host: named }) : named
}

/** Meaning of the choice "allow" for a tool. `perSite`: it asks for each new site. */
export const allowedWords = (perSite = false): string =>
  perSite ? t('Asks once for each new site') : t('Runs without asking')
