/** Public MCP servers whose own sources say that web pages may use them. `source`: where that was seen. */
export type McpPreset = { name: string; title: string; url: string; source: string }

export const MCP_PRESETS: readonly McpPreset[] = [
  {
    name: 'exa',
    title: 'Exa',
    url: 'https://mcp.exa.ai/mcp',
    source: 'https://github.com/exa-labs/exa-mcp-server/pull/321',
  },
]
