import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/**
 * Models whose provider offers a web search that it runs during an answer. `hosts`: in addition to this computer; other
 * hosts with the same API refuse an unknown tool. `fee`: US dollars per thousand searches in addition to tokens, by the
 * providers' price lists of November 2026, without their free quotas.
 */
const SEARCHES: Partial<Record<ProviderKind, { hosts: RegExp; models: RegExp; fee: number | null }>> = {
  anthropic: { hosts: /^api\.anthropic\.com$/, models: /^claude-(3-[57]|[a-z]+-[4-9])/, fee: 10 },
  openai: { hosts: /^((eu|us)\.)?api\.openai\.com$/, models: /^(gpt-(4o|4\.1(?!-nano)|[5-9])|o[3-9])/, fee: 10 },
  // models before the third generation accept either their search or our tools, not both
  google: {
    hosts: /^generativelanguage\.googleapis\.com$/,
    models: /^gemini-([3-9]|(flash|pro)(-lite)?-latest)(?!.*-image)/,
    fee: 14,
  },
  // the cost that it reports includes searches
  openrouter: { hosts: /^openrouter\.ai$/, models: /./, fee: null },
}

/** Whether a model searches the web by itself if it is allowed to. False for an invalid `baseUrl`. */
export function searchesWeb({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }, model: string): boolean {
  const row = SEARCHES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return false
  const { hostname } = new URL(baseUrl)
  return (isLoopback(hostname) || row.hosts.test(hostname)) && row.models.test(model)
}

/** US dollars per thousand searches; null: unknown, as for all hosts other than the provider's own. */
export function searchFee({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }): number | null {
  const row = SEARCHES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return null
  return row.hosts.test(new URL(baseUrl).hostname) ? row.fee : null
}
