import * as z from 'zod/mini'
import { McpHeaders, McpMemory, McpServer, McpTool } from '../settings/mcp-server.ts'
import { ReaderService } from '../settings/reader-service.ts'
import { SearchProvider } from '../settings/search-provider.ts'

/** The services that tools use, as the settings show and change them. A key is set and never read. */

/** Absent keeps a stored key, '' removes it. A changed origin always drops it. */
const key = z.optional(z.string().check(z.maxLength(4096)))
/** The same for headers; {} removes them. */
const headers = z.optional(McpHeaders)
const serverId = McpServer.shape.id

export const SERVICE_REQUESTS = [
  z.object({ kind: z.literal('list-services') }),
  z.object({ kind: z.literal('save-search-provider'), provider: z.nullable(SearchProvider), key }),
  z.object({ kind: z.literal('test-search-provider'), provider: SearchProvider, key }),
  z.object({ kind: z.literal('save-reader'), service: z.nullable(ReaderService), key }),
  z.object({ kind: z.literal('test-reader'), service: ReaderService, key }),
  /** Saves it, then requests its tools; the view has the result. */
  z.object({ kind: z.literal('save-mcp-server'), server: McpServer, headers }),
  z.object({ kind: z.literal('test-mcp-server'), server: McpServer, headers }),
  z.object({ kind: z.literal('refresh-mcp-server'), serverId }),
  /** The person's trust in the tools as they are described now. */
  z.object({ kind: z.literal('trust-mcp-server'), serverId, trusted: z.boolean() }),
  z.object({ kind: z.literal('delete-mcp-server'), serverId }),
  /** `redirectUrl`: this page, without query and hash. `client…`: for an authority that registers no apps. */
  z.object({
    kind: z.literal('begin-mcp-sign-in'),
    serverId,
    redirectUrl: z.string().check(z.maxLength(2048)),
    clientId: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  }),
  /** The query that the authority sent the person back with. Sending it twice, after a reload, does no harm. */
  z.object({ kind: z.literal('finish-mcp-sign-in'), query: z.string().check(z.maxLength(20_000)) }),
  z.object({ kind: z.literal('sign-out-mcp-server'), serverId }),
] as const

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
const Tested = z.object({ ok: z.boolean(), message: z.string() })
export const Services = z.object({
  search: z.nullable(SearchView),
  reader: z.nullable(ReaderView),
  servers: z.array(McpServerView),
})
export type Services = z.infer<typeof Services>

export const SERVICE_RESULTS = {
  'list-services': Services,
  'save-search-provider': Services,
  'test-search-provider': Tested,
  'save-reader': Services,
  'test-reader': Tested,
  'save-mcp-server': McpServerView,
  'test-mcp-server': z.extend(Tested, { tools: z.array(McpToolView) }),
  'refresh-mcp-server': McpServerView,
  'trust-mcp-server': McpServerView,
  'delete-mcp-server': z.null(),
  'begin-mcp-sign-in': BegunSignIn,
  'finish-mcp-sign-in': z.object({ server: z.string(), at: z.string(), ok: z.boolean(), message: z.string() }),
  'sign-out-mcp-server': McpServerView,
}
export type ServiceKind = keyof typeof SERVICE_RESULTS
