import type { ProviderKind } from '../../settings/provider-kind.ts'

/**
 * Alternative addresses for the list of models: with `/v1` added or no longer doubled, or without the path of a
 * request. Same origin, at most three.
 */
export function otherAddresses(kind: ProviderKind, baseUrl: string): string[] {
  const url = new URL(baseUrl)
  const path = url.pathname.replace(/\/+$/, '')
  const version = kind === 'google' ? '/v1beta' : '/v1'
  const bare = path
    .replace(/\/(chat\/completions|completions|responses|messages|models|embeddings)$/, '')
    .replace(/(\/v1(?:beta)?)\1+/, '$1')
  const candidates = [bare, bare.endsWith(version) ? bare : `${bare}${version}`, version]
  return [...new Set(candidates)].filter((other) => other !== path).map((other) => `${url.origin}${other}`)
}
