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
  /**
   * One call; a session that the server has forgotten meanwhile is renewed, once: it did nothing with a request of a
   * session it did not know.
   */
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
  /** There is another connection to the server: until now nobody heard what it had to say. */
  connected: (server: McpServer) => void
  /** What is stored of a server has changed. */
  changed: () => void
}

/** `users`: calls that go on over it. `timer`: closes it when it has been idle. */
type Entry = {
  url: string
  account: string
  connection: Promise<McpConnection>
  users: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const LIMIT = 30_000
/** An idle connection is closed; the session at the server stays. */
const IDLE = 5 * 60_000

export function makeServerConnections({
  db,
  accountOf,
  toolsChanged,
  connected,
  changed,
}: ServerConnectionsPorts): ServerConnections {
  const open = new Map<string, Entry>()
  /** New calls open another one; those that use it have it to their end: each is a request of its own. */
  const giveUp = (id: string, entry: Entry): void => {
    if (open.get(id) === entry) open.delete(id)
    clearTimeout(entry.timer)
    if (entry.users === 0) entry.connection.then((connection) => connection.close()).catch(() => {}) // it is given up either way
  }
  const close = (id: string): void => {
    const entry = open.get(id)
    if (entry === undefined) return
    // whom its calls go to is not known any more
    entry.users = 0
    giveUp(id, entry)
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
  const entryFor = (server: McpServer): Entry => {
    const known = open.get(server.id)
    if (known !== undefined) return known
    const { id, url } = server
    const made: Entry = { url, account: accountOf(id), connection: connect(server), users: 0, timer: undefined }
    open.set(id, made)
    made.connection.then(
      () => {
        if (open.get(id) === made) connected(server)
      },
      // what did not come about is tried again by the next call
      () => giveUp(id, made),
    )
    return made
  }
  const carryOut = async <Value>(
    server: McpServer,
    work: (connection: McpConnection) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> => {
    const entry = entryFor(server)
    clearTimeout(entry.timer)
    entry.users++
    try {
      return await work(await entry.connection)
    } catch (error) {
      if (!signal.aborted && isLost(error)) giveUp(server.id, entry)
      throw error
    } finally {
      entry.users--
      if (entry.users <= 0) {
        if (open.get(server.id) === entry) entry.timer = setTimeout(() => giveUp(server.id, entry), IDLE)
        else giveUp(server.id, entry)
      }
    }
  }
  return {
    call: async (server, work, signal) => {
      try {
        return await carryOut(server, work, signal)
      } catch (error) {
        signal.throwIfAborted()
        if (wantsSignIn(error) !== null) {
          await rememberProblem(db, server.id, error)
          changed()
        }
        if (!isGone(error)) throw error
        return await carryOut(server, work, signal)
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
