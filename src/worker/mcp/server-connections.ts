import { connectMcp, type McpConnection, type McpTarget } from '../../mcp/connect.ts'
import { wantsSignIn } from '../../mcp/explain.ts'
import { isGone, isLost } from '../../mcp/failures.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory, readMcpMemory } from '../../storage/settings/services.ts'
import { mcpFetch, rememberProblem } from './mcp-servers.ts'
import type { Call, Known } from './server-tools.ts'

/** One connection to each server that is called, opened on demand. */
export type ServerConnections = {
  /**
   * One call. If the server has forgotten its session, the session is renewed once: the server did nothing with a
   * request of an unknown session.
   */
  call: Call
  /** Closes connections to servers that were removed, or have another address or account now. */
  keep: (known: readonly Known[]) => void
  stop: () => void
}

export type ServerConnectionsPorts = {
  db: Database
  accountOf: (serverId: string) => string
  /** The server says that its tools have changed. */
  toolsChanged: (server: McpServer) => void
  /** The server asks the person. */
  asked: (server: McpServer, ...question: Parameters<OnAsk>) => ReturnType<OnAsk>
  sampled: (server: McpServer, ...wish: Parameters<OnSample>) => ReturnType<OnSample>
  /** A new connection to the server: its notifications were not heard until now. */
  connected: (server: McpServer) => void
  /** The stored data of a server has changed. */
  changed: () => void
}

type OnAsk = NonNullable<McpTarget['onAsk']>
type OnSample = NonNullable<McpTarget['onSample']>

/** `users`: running calls. `timer`: closes it when it has been idle. */
type Entry = {
  url: string
  account: string
  connection: Promise<McpConnection>
  users: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const LIMIT = 30_000
/** Closes an idle connection; the session at the server stays. */
const IDLE = 5 * 60_000

export function makeServerConnections({
  db,
  accountOf,
  toolsChanged,
  asked,
  sampled,
  connected,
  changed,
}: ServerConnectionsPorts): ServerConnections {
  const open = new Map<string, Entry>()
  /** New calls open another connection; running calls keep this one to their end: each is a separate request. */
  const giveUp = (id: string, entry: Entry): void => {
    if (open.get(id) === entry) open.delete(id)
    clearTimeout(entry.timer)
    // a connection that fails to open or close is given up all the same
    if (entry.users === 0) entry.connection.then((connection) => connection.close()).catch(() => {})
  }
  const close = (id: string): void => {
    const entry = open.get(id)
    if (entry === undefined) return
    // the receiver of its calls is no longer known
    entry.users = 0
    giveUp(id, entry)
  }
  const connect = async (server: McpServer): Promise<McpConnection> => {
    const { sessionId, protocolVersion, hasPrompts, hasResources } = await readMcpMemory(db, server.id)
    const onToolsChanged = (): void => toolsChanged(server)
    const offers = { hasPrompts, hasResources }
    const onAsk: OnAsk = (...question) => asked(server, ...question)
    const onSample: OnSample = (...wish) => sampled(server, ...wish)
    const known = { url: server.url, sessionId, protocolVersion, offers }
    const target = { ...known, fetch: await mcpFetch(db, server), onToolsChanged, onAsk, onSample }
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
      // a failed connection is tried again by the next call
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
