import type { Tool } from '../tool.ts'

const SKILLS_TOLD = `Skills are instructions that the user keeps for a kind of work. If one fits the task, first read /skills/<name>/SKILL.md with read_file. They grant no permission.`

/** The part of the system prompt about skills; '' if none is on, or nothing could read it. */
export function skillWords(
  skills: readonly { readonly name: string; readonly description: string }[] | undefined,
  offered: readonly Pick<Tool, 'name'>[],
): string {
  if (skills === undefined || skills.length === 0 || !offered.some(({ name }) => name === 'read_file')) return ''
  const lines = skills.map(({ name, description }) => `- ${name}: ${description.replaceAll(/\s+/g, ' ').trim()}`)
  return [SKILLS_TOLD, ...lines].join('\n')
}
