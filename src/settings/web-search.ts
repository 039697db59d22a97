import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/**
 * The web search that a provider runs itself, in its own machines and while it answers: which models have one. `hosts` besides this
 * computer; other hosts that speak the same wire refuse a tool that they do not know. `fee`: US dollars for a thousand searches besides their
 * tokens, as the providers' price lists had it in November 2026; what they give away each month is not taken off.
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
  // what it says an answer cost has them in it
  openrouter: { hosts: /^openrouter\.ai$/, models: /./, fee: null },
}

/** Whether a model searches the web by itself when it is allowed to. `baseUrl` that is none: no. */
export function searchesWeb({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }, model: string): boolean {
  const row = SEARCHES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return false
  const { hostname } = new URL(baseUrl)
  return (isLoopback(hostname) || row.hosts.test(hostname)) && row.models.test(model)
}

/** US dollars for a thousand searches; null: not known, as of all that is asked elsewhere than at its maker's. */
export function searchFee({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }): number | null {
  const row = SEARCHES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return null
  return row.hosts.test(new URL(baseUrl).hostname) ? row.fee : null
}
