import * as z from 'zod/mini'
import { MOST_SKILL_TEXT, Skill } from '../settings/skills/skill.ts'
import { FileLike } from './file-like.ts'

/** Skills: list, read, add, write, switch, delete. */

const name = z.string().check(z.maxLength(64))
const path = z.string().check(z.maxLength(1024))
const sessionId = z.string().check(z.maxLength(256))

export const SKILL_REQUESTS = [
  z.object({ kind: z.literal('list-skills') }),
  z.object({ kind: z.literal('read-skill'), name }),
  /** `files`: one zip, one `SKILL.md`, or a folder; `sessionId`: the workspace of that session. They arrive off. */
  z.object({
    kind: z.literal('add-skills'),
    of: z.union([
      z.object({ files: z.array(z.object({ path, file: FileLike })).check(z.minLength(1), z.maxLength(2000)) }),
      z.object({ sessionId }),
    ]),
  }),
  /** `sha`: what the person was shown. */
  z.object({ kind: z.literal('set-skill'), name, on: z.boolean(), sha: z.string().check(z.maxLength(64)) }),
  z.object({ kind: z.literal('delete-skill'), name }),
  /** The text of a `SKILL.md` that the person wrote. `replaces`: the skill that it changes; null: a new one. */
  z.object({
    kind: z.literal('write-skill'),
    text: z.string().check(z.maxLength(MOST_SKILL_TEXT)),
    replaces: z.nullable(name),
  }),
  /** A `SKILL.md` from what succeeded in a session. `better`: the session's model writes it, which costs a request. */
  z.object({ kind: z.literal('draft-skill'), sessionId, better: z.nullable(z.string().check(z.maxLength(200_000))) }),
  z.object({ kind: z.literal('export-skill'), name }),
] as const

/** `own`: ours. `told`: estimated tokens in every request while it is on. */
const SkillView = z.object({ ...Skill.shape, own: z.boolean(), told: z.number() })
export type SkillView = z.infer<typeof SkillView>

export const SKILL_RESULTS = {
  'list-skills': z.array(SkillView),
  /** `text` null: not text. */
  'read-skill': z.object({
    sha: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number(), text: z.nullable(z.string()) })),
  }),
  'add-skills': z.object({
    added: z.array(z.string()),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  }),
  'set-skill': z.null(),
  'delete-skill': z.null(),
  'write-skill': z.object({ name: z.string(), sha: z.string() }),
  'draft-skill': z.object({ text: z.string() }),
  'export-skill': z.object({ file: FileLike, name: z.string() }),
}
export type SkillKind = keyof typeof SKILL_RESULTS
