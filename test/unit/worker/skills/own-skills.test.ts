import { expect, it } from 'vitest'
import { OWN_SKILLS } from '../../../../src/settings/skills/own-skills.ts'
import { ALL_TOOLS } from '../../../../src/tools/all-tools.ts'
import { folderTools } from '../../../../src/worker/policy/folder-tools.ts'
import { parseSkill } from '../../../../src/worker/skills/parse-skill.ts'
import { readSkillFor } from '../../../../src/worker/skills/readable-skills.ts'

const TOOLS = new Set([
  ...ALL_TOOLS.map(({ name }) => name),
  ...folderTools({} as never, 's', 'link').map(({ tool }) => tool.name),
])
/** Only our own skills are read here: these are no rows. */
const NO_DATABASE = {} as never
const textOf = async (name: string): Promise<string> => {
  const found = await readSkillFor(NO_DATABASE, name, 'SKILL.md')
  return new TextDecoder().decode(found?.bytes ?? new Uint8Array())
}

it.each(OWN_SKILLS)('our skill $name cannot be loaded, or is another than the model is told', async (skill) => {
  const text = await textOf(skill.name)
  expect(parseSkill(text, '')).toEqual({ name: skill.name, description: skill.description })
  expect(text.length).toBeGreaterThan(800)
  // a page of the smallest size: it is read with one call
  expect(new TextEncoder().encode(text).length).toBeLessThan(7000)
})

it.each(OWN_SKILLS)('our skill $name names a tool that does not exist', async ({ name }) => {
  const named = (await textOf(name)).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((word) => !TOOLS.has(word))).toEqual([])
})

it('there are five, and each is told in about 20 tokens', () => {
  expect(OWN_SKILLS).toHaveLength(5)
  for (const { name, description } of OWN_SKILLS) expect(`- ${name}: ${description}\n`.length / 4).toBeLessThan(26)
})
