import * as z from 'zod/mini'
import { MOST_MEMORY } from './memory.ts'

/** Several sessions with one purpose: they share instructions, files, memory, and what a new one begins with. */

export const MOST_PROJECTS = 200
export const MOST_NAME = 120

const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** What a person sets for a project. */
const chosen = () => ({
  name: z.string().check(z.minLength(1), z.maxLength(MOST_NAME)),
  /** Part of the system prompt of its sessions. */
  instructions: z.string().check(z.maxLength(20_000)),
  /** Notes for all its sessions, one per line. */
  memory: z.string().check(z.maxLength(MOST_MEMORY)),
  /** The model of its new sessions; null: that of all new sessions. */
  model: z.nullable(
    z.object({
      providerId: z.string().check(z.maxLength(64)),
      model: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
  ),
  thinking: z.enum(['off', 'minimal', 'low', 'medium', 'high', 'max']),
  /** The persona of its new sessions; null: that of all new sessions. */
  personaId: z.nullable(z.string().check(z.maxLength(64))),
  /** Names of tools that its new sessions never run. */
  without: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500)),
})
export const ProjectChoices = z.object(chosen())
export type ProjectChoices = z.infer<typeof ProjectChoices>

/** `deletedAt`: wall time, ms; it can be restored until it is removed. */
export const Project = z.object({
  id: Id,
  ...chosen(),
  createdAt: z.number(),
  deletedAt: z.nullable(z.number()),
})
export type Project = z.infer<typeof Project>

/** The line of a project in the list of sessions, with what a new session begins with. */
export const ProjectLine = z.pick(Project, {
  id: true,
  name: true,
  model: true,
  thinking: true,
  personaId: true,
  createdAt: true,
})
export type ProjectLine = z.infer<typeof ProjectLine>

export const freshChoices = (name: string): ProjectChoices => ({
  ...{ name, instructions: '', memory: '', model: null },
  ...{ thinking: 'off', personaId: null, without: [] },
})

/**
 * The stored choices with what a person changed from `before` to `wanted`; null: a field that they changed was changed
 * elsewhere, too. A change that is already stored counts as done.
 */
export function mergeChoices(
  stored: ProjectChoices,
  before: ProjectChoices,
  wanted: ProjectChoices,
): ProjectChoices | null {
  const merged: Record<string, unknown> = {}
  for (const key of Object.keys(wanted) as (keyof ProjectChoices)[]) {
    const [now, then, next] = [stored[key], before[key], wanted[key]].map((value) => JSON.stringify(value))
    if (next !== then && now !== then && now !== next) return null
    merged[key] = next === then ? stored[key] : wanted[key]
  }
  return merged as ProjectChoices
}

export const choicesOf = ({ id: _id, createdAt: _at, deletedAt: _gone, ...choices }: Project): ProjectChoices => choices
