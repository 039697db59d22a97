import type { Listed } from '../../mcp/connect.ts'
import type { McpServer } from '../../settings/mcp-server.ts'
import { paced } from '../../settings/pace.ts'
import type { Database } from '../../storage/schema.ts'
import { changeMcpMemory } from '../../storage/settings/services.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { makeAskingCalls } from './asking-calls.ts'
import { readKnown } from './known-servers.ts'
import { rememberServer } from './mcp-servers.ts'
import { makeServerConnections } from './server-connections.ts'
import { type Known, toolsOf } from './server-tools.ts'

/** The writer’s view of the tools of all servers: the stored list at once, then the servers’ answers. */
export type RemoteTools = {
  current: () => readonly RemoteTool[]
  /** Reads the stored lists again, after a change of the servers, or after another tab got an answer. */
  reload: () => Promise<void>
  /** Asks the servers again, except those asked within the last minute. Never rejects: errors are in their status. */
  refresh: () => Promise<void>
  /**
   * The person allowed this tool permanently, with one of these hashes: has no effect if the tool is described
   * differently now.
   */
  remember: (name: string, hashes: readonly string[]) => Promise<void>
  stop: () => void
}

export type RemoteEnvironment = { db: Database; changed: () => void; report: (error: unknown) => void }

const FRESH = 60_000
const LIMIT = 30_000
const CHANGE_PAUSE = 2000

export async function startRemoteTools({ db, changed, report }: RemoteEnvironment): Promise<RemoteTools> {
  let known: Known[] = []
  let tools: RemoteTool[] = []
  const asked = new Map<string, number>()
  const changes = new Map<string, ReturnType<typeof setTimeout>>()
  const asking = makeAskingCalls()
  const connections = makeServerConnections({
    db,
    accountOf: (id) => known.find(({ server }) => server.id === id)?.memory.account ?? '',
    asked: asking.ask,
    sampled: asking.sample,
    toolsChanged: (server) => heardOfChange(server),
    // a server that answers everything except this would otherwise be connected to again and again
    connected: (server) => {
      if (isStale(server)) heardOfChange(server)
    },
    changed,
  })
  const { call } = connections
  const isStale = ({ id }: McpServer): boolean => Date.now() - (asked.get(id) ?? 0) > FRESH

  const reload = async (): Promise<void> => {
    known = await readKnown(db)
    connections.keep(known)
    tools = known.flatMap((one) => toolsOf(one, call, asking))
  }
  const refreshOne = async (server: McpServer): Promise<void> => {
    asked.set(server.id, Date.now())
    await rememberServer(db, server, listOf(server))
    await reload()
    changed()
  }
  const refresh = async (): Promise<void> => {
    const stale = known.filter(({ server }) => isStale(server))
    await Promise.all(stale.map(({ server }) => refreshOne(server).catch(report)))
  }
  /** A server may send this a thousand times a second: it is asked again once, a little later. */
  const heardOfChange = (server: McpServer): void => {
    if (changes.has(server.id)) return
    const later = (): void => {
      changes.delete(server.id)
      refreshOne(server).catch(report)
    }
    changes.set(server.id, setTimeout(later, paced(CHANGE_PAUSE)))
  }
  const listOf = async (server: McpServer): Promise<Partial<Listed>> => {
    const signal = AbortSignal.timeout(LIMIT)
    return await call(
      server,
      async (to) => {
        const { hasResources, hasPrompts, instructions, ...listed } = await to.list(signal)
        // a continued session does not repeat these
        return to.resumed ? listed : { ...listed, hasResources, hasPrompts, instructions }
      },
      signal,
    )
  }

  await reload()
  return {
    current: () => tools,
    reload,
    refresh,
    remember: async (name, hashes) => {
      const found = tools.find(({ tool }) => tool.name === name)
      if (found === undefined) return
      await changeMcpMemory(db, found.serverId, (memory) => {
        const hash = memory.tools.find((tool) => tool.name === found.remote)?.hash
        return hash === undefined || !hashes.includes(hash)
          ? memory
          : { ...memory, trustedHashes: { ...memory.trustedHashes, [found.remote]: hash } }
      })
      await reload()
    },
    stop: () => {
      for (const timer of changes.values()) clearTimeout(timer)
      connections.stop()
    },
  }
}
