import type { ToolCall } from '../../agent/message.ts'
import { placeOfHost } from '../../settings/place-of-host.ts'
import { t } from '../words/t.ts'

/** In words what a grant allows (`origin:https://example.org`, `changed:<tool>:<hash>`, `words:<tool>`, `packages:<host>`); one of another kind is shown as it is. */
export function grantWords(grant: string): string {
  const at = grant.indexOf(':')
  const kind = grant.slice(0, Math.max(at, 0))
  const value = grant.slice(at + 1)
  if (kind === 'changed')
    return t('Use {tool}, which its server describes differently now', { tool: value.split(':')[0] ?? '' })
  if (kind === 'words')
    return t('Send words of its own with {tool}, after it has read files or answers of yours', { tool: value })
  if (kind === 'packages' && URL.canParse(value))
    return t('Load packages of Python from {host}', { host: hostWords(new URL(value)) })
  return kind === 'origin' && URL.canParse(value)
    ? t('Open pages of {host}', { host: hostWords(new URL(value)) })
    : grant
}

/** What approving this call lets it do, in words; null: no more than its tool does. What `sends` holds is to be shown with it. */
export function wordsToAllow({ grant, sends }: Pick<ToolCall, 'grant' | 'sends'>): string | null {
  if (grant === undefined) return sends === undefined ? null : t('Send what nobody gave it')
  const origin = grant.startsWith('origin:') ? grant.slice('origin:'.length) : ''
  if (sends === undefined || !URL.canParse(origin)) return grantWords(grant)
  return t('Open, and send to {host}', { host: hostWords(new URL(origin)) })
}

function hostWords({ host, hostname, protocol }: URL): string {
  const place = placeOfHost(hostname)
  const named = place === null ? host : t('{host} ({place})', { host, place: t(place) })
  return protocol === 'http:' && place !== 'this computer' ? t('{host} (unencrypted)', { host: named }) : named
}

/** What the choice "allow" means for a tool. `perSite`: it asks for each site that it has not been to. */
export const allowedWords = (perSite = false): string =>
  perSite ? t('Asks once for each new site') : t('Runs without asking')
