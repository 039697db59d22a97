import type { Database } from '../../storage/schema.ts'
import { readMcpServers } from '../../storage/settings/services.ts'
import type { RemoteEnvironment, RemoteTools } from '../mcp/remote-tools.ts'

/**
 * The tools of MCP servers. Few people have one: their code is loaded when the first is switched on, and nothing waits
 * for it before. Where it cannot be loaded, sessions have our own tools alone; the next change of the settings tries
 * again. Never rejects.
 */
export async function openRemoteTools(environment: RemoteEnvironment): Promise<RemoteTools> {
  const { db, report } = environment
  let tools: RemoteTools | null = null
  let loading: Promise<void> | null = null
  let stopped = false
  const begin = async (): Promise<void> => {
    if (!(await hasServer(db))) return
    const { startRemoteTools } = await import('../mcp/remote-tools.ts')
    const started = await startRemoteTools(environment)
    if (stopped) started.stop()
    else tools = started
  }
  const load = (): Promise<void> => {
    loading ??= begin()
      .catch(report)
      .finally(() => {
        loading = null
      })
    return loading
  }
  await load()
  return {
    current: () => tools?.current() ?? [],
    reload: async () => {
      // a load that starts now may have read what was stored before the change
      await loading
      await (tools === null ? load() : tools.reload())
    },
    refresh: async () => tools?.refresh(),
    remember: async (name, hashes) => tools?.remember(name, hashes),
    stop: () => {
      stopped = true
      tools?.stop()
    },
  }
}

const hasServer = async (db: Database): Promise<boolean> => (await readMcpServers(db)).some(({ enabled }) => enabled)
