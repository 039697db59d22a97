import type { Database } from '../../storage/schema.ts'
import { readMcpMemory, readMcpServers } from '../../storage/settings/services.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { type Known, toolsOf } from './server-tools.ts'

/** The enabled servers, and their latest answers. */
export async function readKnown(db: Database): Promise<Known[]> {
  const servers = (await readMcpServers(db)).filter(({ enabled }) => enabled)
  return Promise.all(servers.map(async (server) => ({ server, memory: await readMcpMemory(db, server.id) })))
}

/** Their tools as described to a model, in a worker that calls none. */
export async function storedTools(db: Database): Promise<RemoteTool[]> {
  const call = () => Promise.reject(new Error('This tab doesn’t run tools.'))
  return (await readKnown(db)).flatMap((known) => toolsOf(known, call))
}
