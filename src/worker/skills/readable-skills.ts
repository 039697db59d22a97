import { isOwnSkill, OWN_SKILLS } from '../../settings/skills/own-skills.ts'
import { SKILL_FILE } from '../../settings/skills/skill.ts'
import type { Database } from '../../storage/schema.ts'
import { readSkillFiles, readSkillIndex, type SkillFileBytes } from '../../storage/settings/skills.ts'
import type { Skills } from '../../tools/skills/skill-port.ts'
import { skillText } from './skill-text.ts'

/** What a tool may read: our own skills, and a person's that are on now. */
export const readSkillFor = async (db: Database, name: string, path: string): ReturnType<Skills['read']> => {
  const files = isOwnSkill(name) ? await ownFiles(name) : await filesThatAreOn(db, name)
  if (files === null) return null
  return {
    bytes: files.find((file) => file.path === path)?.bytes ?? null,
    others: files.map((file) => file.path),
  }
}

/** The files of one of our own skills. */
export async function ownFiles(name: string): Promise<SkillFileBytes[]> {
  const { OWN_TEXTS } = await import('./own/own-texts.ts')
  const description = OWN_SKILLS.find((skill) => skill.name === name)?.description ?? ''
  const text = skillText({ name, description }, OWN_TEXTS[name] ?? '')
  return [{ path: SKILL_FILE, bytes: new TextEncoder().encode(text) }]
}

async function filesThatAreOn(db: Database, name: string): Promise<SkillFileBytes[] | null> {
  const skill = (await readSkillIndex(db)).skills.find((each) => each.name === name)
  return skill?.on === true ? readSkillFiles(db, name) : null
}
