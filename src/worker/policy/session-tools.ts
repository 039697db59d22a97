import type { Config, ToolPolicy } from '../../agent/config.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Tool } from '../../tools/tool.ts'
import type { RemoteTool } from './remote-tool.ts'

/** The tools of a session, and their permissions. */

/** The tools of a new session: built-in tools and those of servers, with the person’s permanent permissions. */
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
 * The update of a session’s tools before a run: added and removed tools, and remote tools that their server describes
 * differently now, whose permission is reset. The person’s decisions in this session stay; an "Always" given in another
 * session is for new sessions. null: nothing has changed.
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

/** Whether a tool has a use with this memory; null: the person wants none. */
const fitsMemory = (name: string, memory: string | null): boolean =>
  name === 'remember' ? memory !== null : name !== 'forget' || (memory ?? '').trim() !== ''

/**
 * The tools a session may use now. If a server has changed the description of a tool since the session’s decision, the
 * person is asked again, whatever they decided.
 */
export function offeredTools(config: Config, tools: readonly Tool[], remote: readonly RemoteTool[]): Tool[] {
  const { memory = null, project } = config.background ?? {}
  const notes = memory === null ? null : memory + (project?.memory ?? '')
  const isOffered = ({ name }: Tool): boolean =>
    Object.hasOwn(config.tools, name) && config.tools[name]?.approval !== 'never' && fitsMemory(name, notes)
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
 * The hashes that the person’s decision about a tool may refer to: the session’s hash, and those of changes that these
 * grants cover.
 */
export function knownHashes({ tools }: Pick<Config, 'tools'>, name: string, grants: readonly string[]): string[] {
  const changed = changedGrant(name)
  const own = tools[name]?.hash
  const granted = grants.filter((grant) => grant.startsWith(changed)).map((grant) => grant.slice(changed.length))
  return [...(own === undefined ? [] : [own]), ...granted].map(withoutTrust)
}

/**
 * Whether its server has changed its description since the person’s decision; trust that was given or withdrawn is not
 * such a change.
 */
export const isChanged = ({ hash }: RemoteTool, known: readonly string[]): boolean =>
  !known.includes(withoutTrust(hash))

const withoutTrust = (hash: string): string => hash.replace(/\+$/, '')
