import * as z from 'zod/mini'
import { isOwnSkill, OWN_SKILLS } from '../../settings/skills/own-skills.ts'
import { MOST_ON, MOST_SKILLS, type Skill, SkillIndex } from '../../settings/skills/skill.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'

/**
 * Skills: one row that lists them, and one row for each with its files. Not session state: what a model has read of a
 * skill is in its session. A damaged record is thrown as DamagedRecord and never overwritten.
 */

/** The row that lists them; `worker/policy/background.ts` looks for it. */
const SKILLS_KEY = 'skills'
const FILES = 'skill:'

export type SkillFileBytes = { path: string; bytes: Uint8Array<ArrayBuffer> }
const Files = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.instanceof(Uint8Array) })),
})

/** Why a change was not made. */
export type SkillRefusal = 'missing' | 'changed' | 'unseen' | 'many' | 'taken'

export async function readSkillIndex(db: Database): Promise<SkillIndex> {
  return parseIndex(await db.get('settings', SKILLS_KEY))
}

/** What the model is told: the skills that are on, ours first. */
export async function toldSkills(db: Database): Promise<{ name: string; description: string }[]> {
  const { ownOn, skills } = await readSkillIndex(db)
  const own = OWN_SKILLS.filter(({ name }) => ownOn.includes(name))
  return [...own, ...skills.filter(({ on }) => on)]
    .slice(0, MOST_ON)
    .map(({ name, description }) => ({ name, description }))
}

/** The files of a skill that a person has; null: there is none of this name. */
export async function readSkillFiles(db: Database, name: string): Promise<SkillFileBytes[] | null> {
  const row = await db.get('settings', FILES + name)
  if (row === undefined) return null
  const parsed = Files.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('this skill', parsed.error)
  return parsed.data.files as SkillFileBytes[]
}

/** Adds a skill. `replaces`: only replaces the skill with this name, which stays switched on or off. */
export function putSkill(
  db: Database,
  skill: Skill,
  files: readonly SkillFileBytes[],
  replaces: string | null = null,
): Promise<SkillRefusal | null> {
  return change(db, (index) => {
    const before = index.skills.find(({ name }) => name === replaces)
    if (replaces !== null && before === undefined) return 'missing'
    const others = index.skills.filter(({ name }) => name !== replaces)
    if (isOwnSkill(skill.name) || others.some(({ name }) => name === skill.name)) return 'taken'
    if (others.length >= MOST_SKILLS) return 'many'
    const added = before === undefined ? skill : { ...skill, on: before.on && skill.seen }
    return {
      index: { ...index, skills: [...others, added] },
      rows: [
        ...(replaces === null || replaces === skill.name ? [] : [{ key: FILES + replaces, value: null }]),
        { key: FILES + skill.name, value: { files: [...files] } },
      ],
    }
  })
}

/**
 * Switches a skill on or off. `sha`: of the content that the person has read; to be switched on, the skill must still
 * have this content. Not checked for built-in skills.
 */
export function setSkill(db: Database, name: string, on: boolean, sha: string): Promise<SkillRefusal | null> {
  return change(db, (index) => {
    const count = index.ownOn.length + index.skills.filter((skill) => skill.on).length
    if (on && count >= MOST_ON) return 'many'
    if (isOwnSkill(name)) {
      const others = index.ownOn.filter((other) => other !== name)
      return { index: { ...index, ownOn: on ? [...others, name] : others } }
    }
    const skill = index.skills.find((each) => each.name === name)
    if (skill === undefined) return 'missing'
    if (on && skill.sha !== sha) return sha === '' && !skill.seen ? 'unseen' : 'changed'
    const next = { ...skill, on, seen: skill.seen || on }
    return { index: { ...index, skills: index.skills.map((each) => (each.name === name ? next : each)) } }
  })
}

export function removeSkill(db: Database, name: string): Promise<SkillRefusal | null> {
  return change(db, (index) => ({
    index: { ...index, skills: index.skills.filter((skill) => skill.name !== name) },
    rows: [{ key: FILES + name, value: null }],
  }))
}

type Change = { index: SkillIndex; rows?: { key: string; value: unknown }[] }

async function change(db: Database, make: (index: SkillIndex) => Change | SkillRefusal): Promise<SkillRefusal | null> {
  const transaction = db.transaction('settings', 'readwrite')
  const made = make(parseIndex(await transaction.store.get(SKILLS_KEY)))
  if (typeof made === 'string') {
    await transaction.done
    return made
  }
  const rows = [{ key: SKILLS_KEY, value: made.index }, ...(made.rows ?? [])]
  await Promise.all([
    ...rows.map(({ key, value }) =>
      value === null ? transaction.store.delete(key) : transaction.store.put({ key, value }),
    ),
    transaction.done,
  ])
  return null
}

function parseIndex(row: { value: unknown } | undefined): SkillIndex {
  if (row === undefined) return { ownOn: [], skills: [] }
  const parsed = SkillIndex.safeParse(row.value)
  if (!parsed.success) throw new DamagedRecord('the skills', parsed.error)
  return parsed.data
}
