import { isLoopback } from './loopback.ts'
import type { ProviderKind } from './provider-kind.ts'

/**
 * Models whose provider offers a sandbox in which they run code during an answer. `hosts`: in addition to this
 * computer; other hosts with the same API refuse an unknown tool. `free`: it costs only its tokens, by the providers'
 * price lists of November 2026.
 */
const SANDBOXES: Partial<Record<ProviderKind, { hosts: RegExp; models: RegExp; free: boolean }>> = {
  anthropic: { hosts: /^api\.anthropic\.com$/, models: /^claude-(3-7|[a-z]+-[4-9])/, free: false },
  openai: { hosts: /^((eu|us)\.)?api\.openai\.com$/, models: /^(gpt-(4o|4\.1|[5-9])|o[3-9])(?!.*-chat)/, free: false },
  // models before the third generation accept either their sandbox or our tools, not both
  google: {
    hosts: /^generativelanguage\.googleapis\.com$/,
    models: /^gemini-([3-9]|(flash|pro)(-lite)?-latest)(?!.*-image)/,
    free: true,
  },
}

/** Whether a model runs code at its provider if it is allowed to. False for an invalid `baseUrl`. */
export function runsCode({ kind, baseUrl }: { kind: ProviderKind; baseUrl: string }, model: string): boolean {
  const row = SANDBOXES[kind]
  if (row === undefined || !URL.canParse(baseUrl)) return false
  const { hostname } = new URL(baseUrl)
  return (isLoopback(hostname) || row.hosts.test(hostname)) && row.models.test(model)
}

/** Whether such a sandbox has a fee in addition to its tokens. No answer reports the fee. */
export const codeTakesFee = (kind: ProviderKind): boolean => SANDBOXES[kind]?.free === false
