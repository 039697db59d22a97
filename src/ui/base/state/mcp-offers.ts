import { useAsk } from './ask.ts'

/** Prompts and resources of MCP servers. All reject with an Error whose message is for the person. */
export function useMcpOffers() {
  const ask = useAsk()
  return {
    /** As the servers last described them. */
    list: () => ask({ kind: 'list-mcp-offers' }),
    getPrompt: (serverId: string, name: string, args: Record<string, string>) =>
      ask({ kind: 'get-mcp-prompt', serverId, name, args }),
    readResource: (serverId: string, uri: string) => ask({ kind: 'read-mcp-resource', serverId, uri }),
  }
}
