import * as z from 'zod/mini'

/**
 * A skill in the open format: a folder with `SKILL.md`, whose front matter has a name and a description. The model is
 * told both, and reads the rest when it wants it.
 */

/** The file that makes a folder a skill. */
export const SKILL_FILE = 'SKILL.md'

export const MOST_SKILLS = 100
/** Skills that are on: each costs tokens in every request. */
export const MOST_ON = 40
const LONGEST_NAME = 64
export const LONGEST_DESCRIPTION = 1024
/** Bytes of `SKILL.md`, and of all files of one skill. */
export const MOST_SKILL_TEXT = 100_000
export const MOST_SKILL_BYTES = 5_000_000
export const MOST_SKILL_FILES = 200

const NAME = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u
const SkillName = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME), z.regex(NAME))

/** The nearest name that a skill may have; '' if nothing of it is left. */
export const skillNameFrom = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '')

const SkillFile = z.object({ path: z.string().check(z.maxLength(512)), size: z.int().check(z.nonnegative()) })

/** `sha`: of all its files. `seen`: that content was shown to the person in full. */
export const Skill = z.object({
  name: SkillName,
  description: z.string().check(z.maxLength(LONGEST_DESCRIPTION)),
  on: z.boolean(),
  seen: z.boolean(),
  from: z.enum(['zip', 'folder', 'files', 'written']),
  addedAt: z.number(),
  sha: z.string().check(z.maxLength(64)),
  files: z.array(SkillFile).check(z.maxLength(MOST_SKILL_FILES)),
})
export type Skill = z.infer<typeof Skill>

/** `ownOn`: names of our own skills that are on. */
export const SkillIndex = z.object({
  ownOn: z.array(SkillName).check(z.maxLength(50)),
  skills: z.array(Skill).check(z.maxLength(MOST_SKILLS)),
})
export type SkillIndex = z.infer<typeof SkillIndex>

/** What a new skill begins as. */
export const NEW_SKILL = `---
name: my-skill
description: What it helps with, and when to use it.
---

# My skill

- First do this.
- Then check that.
`
