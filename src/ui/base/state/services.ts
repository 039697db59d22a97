import type { GitHost } from '../../../settings/git-host.ts'
import type { McpHeaders, McpServer } from '../../../settings/mcp-server.ts'
import type { ReaderService } from '../../../settings/reader-service.ts'
import type { SearchProvider } from '../../../settings/search-provider.ts'
import { useAsk } from './ask.ts'
import { typedKey } from './typed-key.ts'

/** The client that a person has registered with an authority themselves. */
type TypedClient = { clientId?: string; clientSecret?: string }

/**
 * The services that tools use. All reject with an Error whose message is for the person. `key` '' means the stored key;
 * null for a service: none.
 */
export function useServices() {
  const ask = useAsk()
  return {
    list: () => ask({ kind: 'list-services' }),
    testSearch: (provider: SearchProvider, key: string) =>
      ask({ kind: 'test-search-provider', provider, ...typedKey(key) }),
    saveSearch: (provider: SearchProvider | null, key: string) =>
      ask({ kind: 'save-search-provider', provider, ...typedKey(key) }),
    testReader: (service: ReaderService, key: string) => ask({ kind: 'test-reader', service, ...typedKey(key) }),
    testRelay: (service: ReaderService, key: string) => ask({ kind: 'test-relay', service, ...typedKey(key) }),
    saveRelay: (service: ReaderService | null, key: string) => ask({ kind: 'save-relay', service, ...typedKey(key) }),
    saveGitHost: (host: GitHost | null, key: string) => ask({ kind: 'save-git-host', host, ...typedKey(key) }),
    saveReader: (service: ReaderService | null, key: string) => ask({ kind: 'save-reader', service, ...typedKey(key) }),
  }
}

/** MCP servers. All reject with an Error whose message is for the person. */
export function useMcpServers() {
  const ask = useAsk()
  return {
    test: (server: McpServer, headers: McpHeaders) => ask({ kind: 'test-mcp-server', server, headers }),
    /** Without headers, those that are stored stay. */
    save: (server: McpServer, headers?: McpHeaders) =>
      ask({ kind: 'save-mcp-server', server, ...(headers && { headers }) }),
    refresh: (serverId: string) => ask({ kind: 'refresh-mcp-server', serverId }),
    /** The person's word on the tools as they are described now. */
    trust: (serverId: string, trusted: boolean) => ask({ kind: 'trust-mcp-server', serverId, trusted }),
    remove: (serverId: string) => ask({ kind: 'delete-mcp-server', serverId }),
    /** `redirectUrl`: this page, without query and hash. */
    beginSignIn: (serverId: string, redirectUrl: string, client: TypedClient) =>
      ask({ kind: 'begin-mcp-sign-in', serverId, redirectUrl, ...client }),
    /** `query`: what the authority sent the person back with. */
    finishSignIn: (query: string) => ask({ kind: 'finish-mcp-sign-in', query }),
    signOut: (serverId: string) => ask({ kind: 'sign-out-mcp-server', serverId }),
  }
}
