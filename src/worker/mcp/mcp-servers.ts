import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { scrubResponse } from '../../effects/scrub-response.ts'
import { connectMcp, type Listed, type McpConnection, type McpTarget } from '../../mcp/connect.ts'
import { wantsSignIn } from '../../mcp/explain.ts'
import { authorizedFetch } from '../../mcp/oauth/authorized-fetch.ts'
import { McpHeaders, type McpMemory, type McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory, mcpSecret } from '../../storage/settings/services.ts'
import { originOf } from '../../storage/settings/vault.ts'
import { storedSecret } from '../stored-secret.ts'
import { signInPort, signInState } from './mcp-sign-in-port.ts'

/** The connection to an MCP server: its address, and the headers and the token that the vault holds for its origin. */

const LIMIT = 30_000
const SHORTEST_SECRET = 8

/**
 * `headers`: those to try; undefined: the stored ones. `signedIn` false: without the token. Rejects with Refused if
 * those can’t be read.
 */
export async function mcpFetch(
  db: Database,
  server: McpServer,
  headers?: McpHeaders,
  signedIn = true,
): Promise<typeof fetch> {
  const { id, url } = server
  const origin = originOf(url)
  const secrets = headers ?? parseHeaders(await storedSecret(db, mcpSecret(id), origin))
  const withHeaders: typeof fetch = async (input, init) => {
    const all = new Headers(init?.headers)
    // a token takes precedence over the person’s own header of that name
    for (const [name, value] of Object.entries(secrets))
      if (name.toLowerCase() !== 'authorization' || !all.has('authorization')) all.set(name, value)
    const sent = [...Object.values(secrets), all.get('authorization') ?? ''].flatMap(secretsIn)
    return scrubResponse(await globalThis.fetch(input, { ...init, headers: all }), sent, init?.method)
  }
  return createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: () => null,
    // behind the guard, which lets requests through to this origin only
    fetch: signedIn ? authorizedFetch(withHeaders, new URL(url).host, signInPort(db, server)) : withHeaders,
  })
}

/** A header’s value, and the part after its scheme (`Bearer …`). Texts shorter than any key are no secrets. */
const secretsIn = (value: string): string[] =>
  [value, value.replace(/^\w+ +/, '')].filter(({ length }) => length >= SHORTEST_SECRET)

const parseHeaders = (secret: string): McpHeaders => (secret === '' ? {} : McpHeaders.parse(JSON.parse(secret)))

/**
 * Does one thing at a server in a session of its own, which ends at once. Rejects with an Error in words for the
 * person.
 */
export async function withServer<Value>(
  db: Database,
  server: McpServer,
  signal: AbortSignal,
  work: (connection: McpConnection) => Promise<Value>,
  headers?: McpHeaders,
): Promise<Value> {
  const target: McpTarget = {
    url: server.url,
    fetch: await mcpFetch(db, server, headers),
    sessionId: null,
    protocolVersion: null,
    onToolsChanged: () => {},
  }
  const connection = await connectMcp(target, signal)
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

/** What a server offers. Rejects as `withServer` does. */
export async function askServer(db: Database, server: McpServer, headers?: McpHeaders): Promise<Listed> {
  const signal = AbortSignal.timeout(LIMIT)
  return await withServer(db, server, signal, (connection) => connection.list(signal), headers)
}

/** Stores the server’s tools, or why it could not be asked. Rejects only if the database fails. */
export async function rememberServer(
  db: Database,
  server: McpServer,
  asking: Promise<Partial<Listed>>,
): Promise<McpMemory> {
  const outcome = await asking.catch((error: unknown) => ({ error }))
  if ('error' in outcome) return rememberProblem(db, server.id, outcome.error)
  const at = Date.now()
  const signIn = await signInState(db, server)
  return changeMcpMemory(db, server.id, (memory) => {
    const next = { ...memory, ...outcome, signIn }
    return { ...next, status: { ok: true, message: inWords(next), at } }
  })
}

/** Stores why a server could not be used, and what the person has to do. */
export const rememberProblem = (db: Database, serverId: string, error: unknown): Promise<McpMemory> =>
  changeMcpMemory(db, serverId, (memory) => ({
    ...memory,
    signIn: wantsSignIn(error) ?? memory.signIn,
    status: { ok: false, message: problemOf(error), at: Date.now() },
  }))

/** "It works: 13 tools." */
export const inWords = ({ tools, note }: Pick<Listed, 'tools' | 'note'>): string =>
  `It works: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.${note === '' ? '' : ` ${note}`}`

export const problemOf = (error: unknown): string =>
  error instanceof Error && error.name !== 'TimeoutError' ? error.message : 'The server did not answer in time.'
