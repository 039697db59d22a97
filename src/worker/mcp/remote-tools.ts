import { connectMcp, type Listed, type McpConnection } from '../../mcp/connect.ts'
import { wantsSignIn } from '../../mcp/explain.ts'
import { isGone, isLost } from '../../mcp/failures.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory, readMcpMemory } from '../../storage/settings/services.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { readKnown } from './known-servers.ts'
import { mcpFetch, rememberProblem, rememberServer } from './mcp-servers.ts'
import { type Call, type Known, toolsOf } from './server-tools.ts'

/** The tools of all servers, as the writer knows them: at once from what is stored, then as the servers say. */
export type RemoteTools = {
  current: () => readonly RemoteTool[]
  /** Reads again what is stored: servers were changed, or another tab has heard from one. */
  reload: () => Promise<void>
  /** Asks the servers again, those not asked within the last minute. Never rejects: what went wrong stands in their status. */
  refresh: () => Promise<void>
  /** The person allowed this tool for good: as it is described now. */
  remember: (name: string) => Promise<void>
  stop: () => void
}

export type RemoteEnvironment = { db: Database; changed: () => void; report: (error: unknown) => void }

const FRESH = 60_000
const LIMIT = 30_000
const CHANGE_PAUSE = 2000
/** An idle connection is closed; the session at the server stays. */
const IDLE = 5 * 60_000

export async function startRemoteTools({ db, changed, report }: RemoteEnvironment): Promise<RemoteTools> {
  let known: Known[] = []
  let tools: RemoteTool[] = []
  const open = new Map<
    string,
    { url: string; account: string; connection: Promise<McpConnection>; timer: ReturnType<typeof setTimeout> }
  >()
  const asked = new Map<string, number>()
  const changes = new Map<string, ReturnType<typeof setTimeout>>()

  const reload = async (): Promise<void> => {
    known = await readKnown(db)
    for (const [id, { url, account }] of open) {
      const now = known.find(({ server }) => server.id === id)
      if (now === undefined || now.server.url !== url || now.memory.account !== account) close(id)
    }
    tools = known.flatMap((one) => toolsOf(one, call))
  }
  const refreshOne = async (server: McpServer): Promise<void> => {
    asked.set(server.id, Date.now())
    await rememberServer(db, server, listOf(server))
    await reload()
    changed()
  }
  const refresh = async (): Promise<void> => {
    const stale = known.filter(({ server }) => Date.now() - (asked.get(server.id) ?? 0) > FRESH)
    await Promise.all(stale.map(({ server }) => refreshOne(server).catch(report)))
  }
  const close = (id: string): void => {
    const entry = open.get(id)
    open.delete(id)
    if (entry === undefined) return
    clearTimeout(entry.timer)
    entry.connection.then((connection) => connection.close()).catch(() => {}) // it is given up either way
  }
  /** A server may say this a thousand times a second: it is asked again once, a little later. */
  const heardOfChange = (server: McpServer): void => {
    if (changes.has(server.id)) return
    const later = (): void => {
      changes.delete(server.id)
      refreshOne(server).catch(report)
    }
    changes.set(server.id, setTimeout(later, CHANGE_PAUSE))
  }
  const listOf = async (server: McpServer): Promise<Partial<Listed>> => {
    const signal = AbortSignal.timeout(LIMIT)
    return await call(
      server,
      async (to) => {
        const { hasResources, hasPrompts, instructions, ...listed } = await to.list(signal)
        // a session that is gone on with does not say these again
        return to.resumed ? listed : { ...listed, hasResources, hasPrompts, instructions }
      },
      signal,
    )
  }
  const connect = async (server: McpServer): Promise<McpConnection> => {
    const { sessionId, protocolVersion } = await readMcpMemory(db, server.id)
    const onToolsChanged = (): void => heardOfChange(server)
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
      const account = known.find((one) => one.server.id === server.id)?.memory.account ?? ''
      entry = { url: server.url, account, connection: connect(server), timer: setTimeout(() => {}, 0) }
      open.set(server.id, entry)
    }
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => close(server.id), IDLE)
    return await entry.connection
  }
  /** One call; a session that the server has forgotten meanwhile is renewed, once: it did nothing with a request of a session it did not know. */
  const call: Call = async (server, work, signal) => {
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
  }

  await reload()
  return {
    current: () => tools,
    reload,
    refresh,
    remember: async (name) => {
      const found = tools.find(({ tool }) => tool.name === name)
      if (found === undefined) return
      await changeMcpMemory(db, found.serverId, (memory) => {
        const hash = memory.tools.find((tool) => tool.name === found.remote)?.hash
        return hash === undefined
          ? memory
          : { ...memory, trustedHashes: { ...memory.trustedHashes, [found.remote]: hash } }
      })
      await reload()
    },
    stop: () => {
      for (const timer of changes.values()) clearTimeout(timer)
      for (const id of [...open.keys()]) close(id)
    },
  }
}
