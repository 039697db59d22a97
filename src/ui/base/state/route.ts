import { addableKinds, type ProviderKind } from '../../../settings/provider-kind.ts'

/** Where the page is: the hash of the URL, because hosting is static. */
export type ConnectLink = { kind: ProviderKind; baseUrl: string; model: string }
export type Route =
  | { type: 'home' }
  | { type: 'session'; id: string }
  | { type: 'connect'; link: ConnectLink }
  | { type: 'unknown'; hash: string }

const SAFE = /^#\/safe(?=\/|$)/
/** Before any other route, as in `#/safe/session/<id>`: the tab runs nothing. */
export const isSafe = (hash: string): boolean => SAFE.test(hash)
export const asSafe = (hash: string): string => (isSafe(hash) ? hash : `#/safe${hash.slice(1)}`)
export const withoutSafe = (hash: string): string => hash.replace(SAFE, '#')

/** Total: any URL gives a route. Keys in a link are always ignored. */
export function parseRoute(hash: string): Route {
  const text = withoutSafe(hash).replace(/^#/, '')
  const [path = '', query = ''] = splitOnce(text, '?')
  if (path === '' || path === '/') return { type: 'home' }
  if (path === '/connect') return { type: 'connect', link: parseConnect(new URLSearchParams(query)) }
  const session = /^\/session\/([A-Za-z0-9_-]{1,64})$/.exec(path)
  return session?.[1] ? { type: 'session', id: session[1] } : { type: 'unknown', hash: hash.slice(0, 200) }
}

function parseConnect(query: URLSearchParams): ConnectLink {
  const named = query.get('kind')
  return {
    kind: addableKinds.find((kind) => kind === named) ?? 'openai-compatible',
    baseUrl: (query.get('baseUrl') ?? '').slice(0, 2048),
    model: (query.get('model') ?? '').slice(0, 200),
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
