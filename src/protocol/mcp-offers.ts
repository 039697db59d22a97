import * as z from 'zod/mini'
import { McpPrompt, McpResource, McpServer } from '../settings/mcp-server.ts'

/** What MCP servers offer to the person: prompts and resources. */

const serverId = McpServer.shape.id
/** Most characters of one argument of a prompt. */
const MOST_ARGUMENT = 4000

/** `server`: its name. */
const ServerOffers = z.object({
  serverId,
  server: z.string(),
  prompts: z.array(McpPrompt),
  resources: z.array(McpResource),
})
export type ServerOffers = z.infer<typeof ServerOffers>

/** What the server gave, to be attached. `removed`: how many invisible characters its texts lost. */
const Given = z.object({
  files: z.array(z.object({ name: z.string(), mediaType: z.string(), bytes: z.instanceof(Uint8Array) })),
  removed: z.int(),
})
export type Given = z.infer<typeof Given>

export const MCP_OFFER_REQUESTS = {
  /** As the servers last described them. */
  'list-mcp-offers': { result: z.array(ServerOffers) },
  'get-mcp-prompt': {
    args: {
      serverId,
      name: z.string().check(z.maxLength(128)),
      args: z.record(z.string().check(z.maxLength(128)), z.string().check(z.maxLength(MOST_ARGUMENT))),
    },
    result: Given,
    needsKey: true,
  },
  'read-mcp-resource': { args: { serverId, uri: z.string().check(z.maxLength(2000)) }, result: Given, needsKey: true },
}
