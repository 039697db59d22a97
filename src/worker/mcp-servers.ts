import { createGuardedFetch } from '../effects/guarded-fetch.ts'
import { connectMcp, type Listed, type McpTarget } from '../mcp/connect.ts'
import { McpHeaders, type McpMemory, type McpServer } from '../settings/mcp-server.ts'
import type { Database } from '../storage/schema.ts'
import { changeMcpMemory, mcpSecret } from '../storage/services.ts'
import { originOf } from '../storage/vault.ts'
import { storedSecret } from './connect.ts'

/** How MCP servers are reached: the address, and the headers that the vault holds for its origin. */

const LIMIT = 30_000

/** `headers`: those to try; undefined: the stored ones. Rejects with Refused when those cannot be read. */
export async function mcpFetch(db: Database, { id, url }: McpServer, headers?: McpHeaders): Promise<typeof fetch> {
  const origin = originOf(url)
  const secrets = headers ?? parseHeaders(await storedSecret(db, mcpSecret(id), origin))
  return createGuardedFetch({
    allowed: (target) => target === origin,
    secretFor: () => null,
    // behind the guard, which lets through what goes to this origin alone
    fetch: (input, init) => {
      // a request that looks whether anybody is there must stay a simple one
      if (init?.mode === 'no-cors') return globalThis.fetch(input, { ...init, redirect: 'follow' })
      const all = new Headers(init?.headers)
      for (const [name, value] of Object.entries(secrets)) all.set(name, value)
      return globalThis.fetch(input, { ...init, headers: all })
    },
  })
}

const parseHeaders = (secret: string): McpHeaders => (secret === '' ? {} : McpHeaders.parse(JSON.parse(secret)))

/** Asks a server what it offers in a session of its own, which ends at once. Rejects with an Error in words for the person. */
export async function askServer(db: Database, server: McpServer, headers?: McpHeaders): Promise<Listed> {
  const signal = AbortSignal.timeout(LIMIT)
  const target: McpTarget = {
    url: server.url,
    fetch: await mcpFetch(db, server, headers),
    sessionId: null,
    protocolVersion: null,
    onToolsChanged: () => {},
  }
  const connection = await connectMcp(target, signal)
  try {
    return await connection.list(signal)
  } finally {
    await connection.end()
  }
}

/** Remembers what a server offers, or why it could not be asked. Rejects only when the database fails. */
export async function rememberServer(
  db: Database,
  serverId: string,
  asking: Promise<Partial<Listed>>,
): Promise<McpMemory> {
  const outcome = await asking.catch((error: unknown) => ({ problem: problemOf(error) }))
  const at = Date.now()
  if ('problem' in outcome)
    return changeMcpMemory(db, serverId, (memory) => ({
      ...memory,
      status: { ok: false, message: outcome.problem, at },
    }))
  return changeMcpMemory(db, serverId, (memory) => {
    const next = { ...memory, ...outcome }
    return { ...next, status: { ok: true, message: inWords(next), at } }
  })
}

/** "It works: 13 tools." */
export const inWords = ({ tools, note }: Pick<Listed, 'tools' | 'note'>): string =>
  `It works: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.${note === '' ? '' : ` ${note}`}`

export const problemOf = (error: unknown): string =>
  error instanceof Error && error.name !== 'TimeoutError' ? error.message : 'The server did not answer in time.'
