import * as z from 'zod/mini'
import { MOST_SKILL_TEXT, Skill } from '../settings/skills/skill.ts'
import { FileLike } from './file-like.ts'
import { Refusal } from './refusals.ts'

/** Skills: list, read, add, write, switch, delete. */

const name = z.string().check(z.maxLength(64))
const path = z.string().check(z.maxLength(1024))
const sessionId = z.string().check(z.maxLength(256))

/** `own`: ours. `told`: estimated tokens in every request while it is on. */
const SkillView = z.object({ ...Skill.shape, own: z.boolean(), told: z.number() })
export type SkillView = z.infer<typeof SkillView>

export const SKILL_REQUESTS = {
  'list-skills': { result: z.array(SkillView) },
  'read-skill': {
    args: { name },
    /** `text` null: not text. */
    result: z.object({
      sha: z.string(),
      files: z.array(z.object({ path: z.string(), size: z.number(), text: z.nullable(z.string()) })),
    }),
  },
  /** `files`: one zip, one `SKILL.md`, or a folder; `sessionId`: the workspace of that session. They arrive off. */
  'add-skills': {
    args: {
      of: z.union([
        z.object({ files: z.array(z.object({ path, file: FileLike })).check(z.minLength(1), z.maxLength(2000)) }),
        z.object({ sessionId }),
      ]),
    },
    result: z.object({
      added: z.array(z.string()),
      refused: z.array(z.object({ name: z.string(), reason: Refusal })),
    }),
    changesSettings: true,
  },
  /** `sha`: what the person was shown. */
  'set-skill': {
    args: { name, on: z.boolean(), sha: z.string().check(z.maxLength(64)) },
    result: z.null(),
    changesSettings: true,
  },
  'delete-skill': { args: { name }, result: z.null(), changesSettings: true },
  /** The text of a `SKILL.md` that the person wrote. `replaces`: the skill that it changes; null: a new one. */
  'write-skill': {
    args: { text: z.string().check(z.maxLength(MOST_SKILL_TEXT)), replaces: z.nullable(name) },
    result: z.object({ name: z.string(), sha: z.string() }),
    changesSettings: true,
  },
  /** A `SKILL.md` from what succeeded in a session. `better`: the session's model writes it, which costs a request. */
  'draft-skill': {
    args: { sessionId, better: z.nullable(z.string().check(z.maxLength(200_000))) },
    result: z.object({ text: z.string() }),
    needsKey: true,
  },
  'export-skill': { args: { name }, result: z.object({ file: FileLike, name: z.string() }) },
}
