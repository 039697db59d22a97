import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/**
 * The web search that a provider runs itself during an answer: which models have one. `hosts`: besides this computer;
 * other hosts of the same wire refuse an unknown tool. `fee`: US dollars for a thousand searches besides their tokens,
 * by the providers' price lists of November 2026, without their free quotas.
 */
const SEARCHES: Partial<Record<ProviderKind, { hosts: RegExp; models: RegExp; fee: number | null }>> = {
  anthropic: { hosts: /^api\.anthropic\.com$/, models: /^claude-(3-[57]|[a-z]+-[4-9])/, fee: 10 },
  openai: { hosts: /^((eu|us)\.)?api\.openai\.com$/, models: /^(gpt-(4o|4\.1(?!-nano)|[5-9])|o[3-9])/, fee: 10 },
  // models before the third generation take their search or our tools, not both
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

/** US dollars for a thousand searches; null: unknown, as for all hosts other than the maker's. */
export function searchFee({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }): number | null {
  const row = SEARCHES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return null
  return row.hosts.test(new URL(baseUrl).hostname) ? row.fee : null
}
