import * as z from 'zod/mini'

/** Connections to MCP servers. Their headers and tokens are in the vault, bound to the server's origin. */

/** The part of a tool's name before `__`. */
const ServerName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,23}$/))

export const McpServer = z.object({
  id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  name: ServerName,
  url: z.string().check(z.maxLength(2048)),
  enabled: z.boolean(),
  /** The person trusts the server's tool descriptions. A tool whose description has changed since still asks. */
  trusted: z.boolean(),
  createdAt: z.number(),
})
export type McpServer = z.infer<typeof McpServer>

/** A tool as the server last described it, bounded. `hash`: of description, schema and hints. */
export const McpTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.json()),
  readOnly: z.boolean(),
  idempotent: z.boolean(),
  /** The server says that the tool destroys nothing; absent: it does not, or an older build stored this. */
  harmless: z.optional(z.boolean()),
  hash: z.string(),
})
export type McpTool = z.infer<typeof McpTool>

/** A prompt that the server offers to the person, bounded. */
export const McpPrompt = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  args: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
})
export type McpPrompt = z.infer<typeof McpPrompt>

/** A resource of the server, by its address. */
export const McpResource = z.object({ uri: z.string(), title: z.string(), description: z.string() })
export type McpResource = z.infer<typeof McpResource>

/**
 * What is remembered of a connection, so that tools are known before it reconnects, and a reload continues the same
 * session.
 */
export const McpMemory = z.object({
  tools: z.array(McpTool),
  /** Why some existing tools are not offered, in a sentence; '' if all are. */
  note: z.string(),
  hasResources: z.boolean(),
  hasPrompts: z.boolean(),
  /** Older rows lack both. */
  prompts: z._default(z.array(McpPrompt), []),
  resources: z._default(z.array(McpResource), []),
  instructions: z.string(),
  sessionId: z.nullable(z.string()),
  protocolVersion: z.nullable(z.string()),
  /** Hashes of tools, by name, from when the person trusted the server or allowed that tool permanently. */
  trustedHashes: z.record(z.string(), z.string()),
  /**
   * `wanted`: the server answered 401. `again`: the sign-in has ended, or does not suffice. Older rows lack the field.
   */
  signIn: z._default(z.enum(['none', 'wanted', 'in', 'again']), 'none'),
  /** The origin where the person signed in; '' if they have not. */
  signedInAt: z._default(z.string(), ''),
  /** New with each sign-in: a session at the server belongs to one account. */
  account: z._default(z.string(), ''),
  /** Outcome of the last connection; null: never tried. `message`: a sentence. `at`: wall time, ms. */
  status: z.nullable(z.object({ ok: z.boolean(), message: z.string(), at: z.number() })),
})
export type McpMemory = z.infer<typeof McpMemory>
export const NO_MEMORY: McpMemory = {
  tools: [],
  note: '',
  hasResources: false,
  hasPrompts: false,
  prompts: [],
  resources: [],
  instructions: '',
  sessionId: null,
  protocolVersion: null,
  trustedHashes: {},
  signIn: 'none',
  signedInAt: '',
  account: '',
  status: null,
}

/** Headers that a person may set: name to value. */
export const McpHeaders = z.record(
  z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  z.string().check(z.maxLength(4096)),
)
export type McpHeaders = z.infer<typeof McpHeaders>

/** A server's name as a word for tool names; made from its URL if the person gave none. */
export function serverNameOf(text: string): string {
  const host = URL.canParse(text) ? new URL(text).hostname.replace(/^(www|mcp|api)\./, '').split('.')[0] : text
  const word = (host ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
  return word.slice(0, 24) || 'server'
}
