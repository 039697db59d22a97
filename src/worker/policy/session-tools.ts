import type { Config, ToolPolicy } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Tool } from '../../tools/tool.ts'
import type { RemoteTool } from './remote-tool.ts'

/** Which tools a session has, and what it lets them do. */

/**
 * What a session starts with: our own tools and those of servers, with the approvals that the person has given for
 * good.
 */
export function toolPolicies(
  tools: readonly Tool[],
  remote: readonly RemoteTool[],
  preferences: Preferences,
): Config['tools'] {
  return Object.fromEntries([
    ...tools.map(({ name, repeat, approval, sequential }) => [
      name,
      { repeat, approval: preferences.approvals[name] ?? approval, sequential },
    ]),
    ...remote.map(({ tool, policy }) => [tool.name, policy(preferences)]),
  ]) as Config['tools']
}

/**
 * What brings a session's tools up to date before a run: tools that have come or gone, and remote ones of which the
 * server says something else now, whose approval starts anew. What the person decided in this session stays: "Always",
 * given in another one, is for sessions to come. null: nothing has changed.
 */
export function toolChanges(
  { tools: old }: Config,
  tools: readonly Tool[],
  remote: readonly RemoteTool[],
  preferences: Preferences,
): Pick<Config, 'tools'> | null {
  const fresh = toolPolicies(tools, remote, preferences)
  const next = Object.fromEntries(Object.entries(fresh).map(([name, policy]) => [name, kept(old[name], policy)]))
  const same = (name: string): boolean => JSON.stringify(sorted(old[name])) === JSON.stringify(sorted(next[name]))
  const names = Object.keys(next)
  return names.length === Object.keys(old).length && names.every(same) ? null : { tools: next }
}

function kept(old: ToolPolicy | undefined, fresh: ToolPolicy): ToolPolicy {
  if (old === undefined || old.hash !== fresh.hash) return fresh
  return fresh.hash === undefined ? old : { ...fresh, approval: old.approval }
}

const sorted = (policy: ToolPolicy | undefined): unknown[] =>
  policy === undefined ? [] : [policy.repeat, policy.approval, policy.sequential, policy.hash ?? null]

const OF_MEMORY = ['remember', 'forget']

/**
 * The tools that a session may use now. One of which its server has said something else since the session's decision
 * needs the person's word again, whatever was decided.
 */
export function offeredTools(config: Config, tools: readonly Tool[], remote: readonly RemoteTool[]): Tool[] {
  const remembers = typeof config.background?.memory === 'string'
  const isOffered = ({ name }: Tool): boolean =>
    Object.hasOwn(config.tools, name) &&
    config.tools[name]?.approval !== 'never' &&
    (remembers || !OF_MEMORY.includes(name))
  const known = remote.filter(({ tool }) => isOffered(tool))
  return [
    ...tools.filter(isOffered),
    ...known.map(({ tool, hash }) =>
      config.tools[tool.name]?.hash === hash ? tool : { ...tool, grantFor: () => changedGrant(tool.name) + hash },
    ),
  ]
}

const changedGrant = (name: string): string => `changed:${name}:`

/**
 * The hashes under which the person may have spoken of a tool: the session's, and those of changes that these grants
 * are for.
 */
export function knownHashes({ tools }: Pick<Config, 'tools'>, name: string, grants: readonly string[]): string[] {
  const changed = changedGrant(name)
  const own = tools[name]?.hash
  const granted = grants.filter((grant) => grant.startsWith(changed)).map((grant) => grant.slice(changed.length))
  return [...(own === undefined ? [] : [own]), ...granted].map(withoutTrust)
}

/**
 * Its server has said something else of it since the person had a word on it; trust that was given or taken is no such
 * change.
 */
export const isChanged = ({ hash }: RemoteTool, known: readonly string[]): boolean =>
  !known.includes(withoutTrust(hash))

const withoutTrust = (hash: string): string => hash.replace(/\+$/, '')
