import * as z from 'zod/mini'
import { GitHost } from '../settings/git-host.ts'
import { McpHeaders, McpMemory, McpServer, McpTool } from '../settings/mcp-server.ts'
import { ReaderService } from '../settings/reader-service.ts'
import { SearchProvider } from '../settings/search-provider.ts'

/** The services that tools use, as the settings show and change them. A key is set and never read. */

/** Absent keeps a stored key, '' removes it. A changed origin always drops it. */
const key = z.optional(z.string().check(z.maxLength(4096)))
/** The same for headers; {} removes them. */
const headers = z.optional(McpHeaders)
const serverId = McpServer.shape.id

/** `trusted`: the person trusts the server, and its description of this tool has not changed since. */
const McpToolView = z.extend(
  z.pick(McpTool, {
    name: true,
    title: true,
    description: true,
    readOnly: true,
    idempotent: true,
  }),
  {
    trusted: z.boolean(),
  },
)
export const McpServerView = z.extend(McpServer, {
  hasHeaders: z.boolean(),
  status: McpMemory.shape.status,
  signIn: McpMemory.shape.signIn,
  signedInAt: McpMemory.shape.signedInAt,
  note: z.string(),
  tools: z.array(McpToolView),
})
export type McpServerView = z.infer<typeof McpServerView>

/** `address`: where the person signs in. `why`: a sentence on why a client id must be typed. */
const BegunSignIn = z.discriminatedUnion('type', [
  z.object({ type: z.literal('go'), address: z.string(), at: z.string() }),
  z.object({ type: z.literal('client-id-wanted'), at: z.string(), why: z.string() }),
])

const SearchView = z.extend(SearchProvider, { hasKey: z.boolean() })
const ReaderView = z.extend(ReaderService, { hasKey: z.boolean() })
const GitHostView = z.extend(GitHost, { hasKey: z.boolean() })
const Tested = z.object({ ok: z.boolean(), message: z.string() })
export const Services = z.object({
  search: z.nullable(SearchView),
  reader: z.nullable(ReaderView),
  relay: z.nullable(ReaderView),
  gitHost: z.nullable(GitHostView),
  servers: z.array(McpServerView),
})
export type Services = z.infer<typeof Services>

export const SERVICE_REQUESTS = {
  'list-services': { result: Services },
  'save-search-provider': { args: { provider: z.nullable(SearchProvider), key }, result: Services, needsKey: true },
  'test-search-provider': { args: { provider: SearchProvider, key }, result: Tested, needsKey: true },
  'save-reader': { args: { service: z.nullable(ReaderService), key }, result: Services, needsKey: true },
  'test-reader': { args: { service: ReaderService, key }, result: Tested, needsKey: true },
  'save-relay': { args: { service: z.nullable(ReaderService), key }, result: Services, needsKey: true },
  'test-relay': { args: { service: ReaderService, key }, result: Tested, needsKey: true },
  'save-git-host': { args: { host: z.nullable(GitHost), key }, result: Services, needsKey: true },
  /** Saves it, then requests its tools; the view has the result. */
  'save-mcp-server': { args: { server: McpServer, headers }, result: McpServerView, needsKey: true },
  'test-mcp-server': {
    args: { server: McpServer, headers },
    result: z.extend(Tested, { tools: z.array(McpToolView) }),
    needsKey: true,
  },
  'refresh-mcp-server': { args: { serverId }, result: McpServerView, needsKey: true },
  /** The person's trust in the tools as they are described now. */
  'trust-mcp-server': { args: { serverId, trusted: z.boolean() }, result: McpServerView },
  'delete-mcp-server': { args: { serverId }, result: z.null(), needsKey: true },
  /** `redirectUrl`: this page, without query and hash. `client…`: for an authority that registers no apps. */
  'begin-mcp-sign-in': {
    args: {
      serverId,
      redirectUrl: z.string().check(z.maxLength(2048)),
      clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
      clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    },
    result: BegunSignIn,
    needsKey: true,
  },
  /** The query that the authority sent the person back with. Sending it twice, after a reload, does no harm. */
  'finish-mcp-sign-in': {
    args: { query: z.string().check(z.maxLength(20_000)) },
    result: z.object({ server: z.string(), at: z.string(), ok: z.boolean(), message: z.string() }),
    needsKey: true,
  },
  'sign-out-mcp-server': { args: { serverId }, result: McpServerView, needsKey: true },
}
