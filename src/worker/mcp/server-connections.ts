import { connectMcp, type McpConnection } from '../../mcp/connect.ts'
import { wantsSignIn } from '../../mcp/explain.ts'
import { isGone, isLost } from '../../mcp/failures.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory, readMcpMemory } from '../../storage/settings/services.ts'
import { mcpFetch, rememberProblem } from './mcp-servers.ts'
import type { Call, Known } from './server-tools.ts'

/** One connection to each server that is called, opened when it is needed. */
export type ServerConnections = {
  /** One call; a session that the server has forgotten meanwhile is renewed, once: it did nothing with a request of a session it did not know. */
  call: Call
  /** Connections to servers that are gone, or stand for another address or account now, are closed. */
  keep: (known: readonly Known[]) => void
  stop: () => void
}

export type ServerConnectionsPorts = {
  db: Database
  accountOf: (serverId: string) => string
  /** The server says that its tools are others now. */
  toolsChanged: (server: McpServer) => void
  /** What is stored of a server has changed. */
  changed: () => void
}

const LIMIT = 30_000
/** An idle connection is closed; the session at the server stays. */
const IDLE = 5 * 60_000

export function makeServerConnections({
  db,
  accountOf,
  toolsChanged,
  changed,
}: ServerConnectionsPorts): ServerConnections {
  const open = new Map<
    string,
    { url: string; account: string; connection: Promise<McpConnection>; timer: ReturnType<typeof setTimeout> }
  >()
  const close = (id: string): void => {
    const entry = open.get(id)
    open.delete(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    entry.connection.then((connection) => connection.close()).catch(() => {}) // it is given up either way
  }
  const connect = async (server: McpServer): Promise<McpConnection> => {
    const { sessionId, protocolVersion } = await readMcpMemory(db, server.id)
    const onToolsChanged = (): void => toolsChanged(server)
    const target = { url: server.url, fetch: await mcpFetch(db, server), sessionId, protocolVersion, onToolsChanged }
    const connection = await connectMcp(target, AbortSignal.timeout(LIMIT))
    await changeMcpMemory(db, server.id, (memory) => ({
      ...memory,
      sessionId: connection.sessionId,
      protocolVersion: connection.protocolVersion,
    }))
    return connection
  }
  const connected = async (server: McpServer): Promise<McpConnection> => {
    let entry = open.get(server.id)
    if (entry === undefined) {
      const account = accountOf(server.id)
      entry = { url: server.url, account, connection: connect(server), timer: setTimeout(() => {}, 0) }
      open.set(server.id, entry)
    }
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => close(server.id), IDLE)
    return await entry.connection
  }
  return {
    call: async (server, work, signal) => {
      try {
        return await work(await connected(server))
      } catch (error) {
        signal.throwIfAborted()
        // an error of one tool is no reason to end the calls beside it
        if (isLost(error)) close(server.id)
        if (wantsSignIn(error) !== null) {
          await rememberProblem(db, server.id, error)
          changed()
        }
        if (!isGone(error)) throw error
        return await work(await connected(server))
      }
    },
    keep: (known) => {
      for (const [id, { url, account }] of open) {
        const now = known.find(({ server }) => server.id === id)
        if (now === undefined || now.server.url !== url || now.memory.account !== account) close(id)
      }
    },
    stop: () => {
      for (const id of [...open.keys()]) close(id)
    },
  }
}
