import type { ToolPolicy } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Tool } from '../../tools/tool.ts'

/**
 * A tool that not every session has: of an MCP server, or of the folder that a session is linked to. `remote` is its
 * name at the server ('' for ours). `policy` is what a session starts with; `hash` changes with what the server says of
 * the tool and with the person's trust.
 */
export type RemoteTool = {
  tool: Tool
  hash: string
  serverId: string
  remote: string
  policy: (preferences: Preferences) => ToolPolicy
}
