import type { Config } from '../../agent/config.ts'
import { rankTools } from '../../search/rank-tools.ts'
import { FIND_TOOLS } from '../../tools/servers/find-tools.ts'
import type { Tool, ToolContext } from '../../tools/tool.ts'
import type { RemoteTool } from './remote-tool.ts'

/** Tools of servers that a request does not describe until the model has found them: descriptions cost tokens. */

/** Up to this many tools of servers are described in every request. */
export const MOST_DESCRIBED = 40
/** Tools that one search finds. */
const MOST_HITS = 8
const MOST_NAMED = 20

const isOfServer = ({ serverId }: RemoteTool): boolean => serverId !== ''

/**
 * The tools that a request describes. `offered`: all tools that the session may call. Tools of servers are deferred if
 * there are more than MOST_DESCRIBED and the model may search them.
 */
export function describedTools(
  { found = [] }: Pick<Config, 'found'>,
  offered: readonly Tool[],
  remote: readonly RemoteTool[],
): Tool[] {
  const servers = new Set(remote.filter(isOfServer).map(({ tool }) => tool.name))
  const deferred = new Map(offered.filter(({ name }) => servers.has(name)).map((tool) => [tool.name, tool]))
  const search = offered.find(({ name }) => name === FIND_TOOLS)
  const others = offered.filter((tool) => tool !== search && !deferred.has(tool.name))
  if (deferred.size <= MOST_DESCRIBED || search === undefined) return [...others, ...deferred.values()]
  return [
    ...others,
    { ...search, description: `${search.description} There are: ${countsOf([...deferred.keys()])}.` },
    ...found.flatMap((name) => deferred.get(name) ?? []),
  ]
}

/** "crm (120), github (80)": the part of a name before `__` is the server's. */
function countsOf(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) {
    const server = name.slice(0, Math.max(0, name.indexOf('__')))
    counts.set(server, (counts.get(server) ?? 0) + 1)
  }
  const said = [...counts].slice(0, MOST_NAMED).map(([server, count]) => `${server} (${count})`)
  return [...said, ...(counts.size > MOST_NAMED ? ['…'] : [])].join(', ')
}

/** Searches the tools of servers that the session may call. */
export const findDeferred =
  (offered: () => Promise<readonly Tool[]>, remote: () => Promise<readonly RemoteTool[]>) =>
  async (words: string): ReturnType<NonNullable<ToolContext['findTools']>> => {
    const servers = new Set((await remote()).filter(isOfServer).map(({ tool }) => tool.name))
    const deferred = (await offered()).filter(({ name }) => servers.has(name))
    return { hits: rankTools(words, deferred, MOST_HITS), all: deferred.length }
  }
