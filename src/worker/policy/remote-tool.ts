import type { ToolPolicy } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Tool } from '../../tools/tool.ts'

/**
 * A tool that only some sessions have: from an MCP server, or of a linked folder. `remote` is its name at the server
 * ('' for ours). `policy` is a session’s initial permission; `hash` changes with the server’s description of the tool
 * and with the person’s trust.
 */
export type RemoteTool = {
  tool: Tool
  hash: string
  serverId: string
  remote: string
  policy: (preferences: Preferences) => ToolPolicy
}
