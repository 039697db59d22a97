import type { Config } from '../../agent/config.ts'
import { OWN_PROMPT } from '../../agent/own-prompt.ts'
import { DEFAULT_LIMITS } from '../../settings/limits.ts'
import type { Persona } from '../../settings/personas.ts'
import type { Preferences } from '../../settings/preferences.ts'
import type { Project } from '../../settings/projects.ts'
import type { Tool } from '../../tools/tool.ts'
import type { RemoteTool } from './remote-tool.ts'
import { toolPolicies } from './session-tools.ts'

/**
 * The configuration of a new session: every tool, with the permanent permissions of the person; with the settings of
 * `persona`, if given, and without the tools that its project leaves out.
 */
export function newConfig(
  model: Config['model'],
  tools: readonly Tool[],
  preferences: Preferences,
  remote: readonly RemoteTool[] = [],
  persona?: Persona,
  project: Pick<Project, 'without'> | null = null,
): Config {
  const words = persona?.systemPrompt.trim() ?? ''
  return {
    model,
    systemPrompt: words === '' ? OWN_PROMPT : `${OWN_PROMPT}\n\nYour part in this conversation:\n${words}`,
    tools: without(toolPolicies(tools, remote, preferences), [
      ...(persona?.without ?? []),
      ...(project?.without ?? []),
    ]),
    grants: preferences.grants,
    ...(preferences.mode !== 'ask' && { mode: preferences.mode }),
    steerMode: 'one',
    followUpMode: 'one',
    execution: 'parallel',
    limits: DEFAULT_LIMITS,
    compressAbove: null,
    fallback: preferences.fallback,
  }
}

const without = (tools: Config['tools'], names: readonly string[]): Config['tools'] =>
  Object.fromEntries(
    Object.entries(tools).map(([name, policy]) => [
      name,
      names.includes(name) ? { ...policy, approval: 'never' as const } : policy,
    ]),
  )
