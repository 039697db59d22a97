import * as z from 'zod/mini'
import { FileChange } from '../agent/content.ts'
import { Project, ProjectChoices } from '../settings/projects.ts'
import { SessionId } from './common.ts'

/** Projects, and the files that all sessions of one see. */

const Id = z.string().check(z.minLength(1), z.maxLength(64))

const Files = z.array(z.object({ path: z.string(), blob: z.string(), size: z.number(), mediaType: z.string() }))
export type ProjectFiles = z.infer<typeof Files>

const Instructions = z.array(
  z.object({
    from: z.enum(['workspace', 'project', 'folder']),
    name: z.string(),
    sha: z.string(),
    /** As it is in the file. */
    shown: z.string(),
    /** Characters that nobody sees, which are not sent. */
    hidden: z.number(),
    /** null: not yet. */
    decision: z.nullable(z.enum(['use', 'ignore'])),
  }),
)
export type Instructions = z.infer<typeof Instructions>

export const PROJECT_REQUESTS = {
  'get-project': {
    args: { id: Id },
    /** null: there is none, or it is deleted. */
    result: z.nullable(Project),
  },
  'create-project': { args: { id: Id, choices: ProjectChoices }, result: Project, changesSettings: true },
  /** `before`: what the person edited. Refused if a field that they changed was changed elsewhere meanwhile. */
  'save-project': {
    args: { id: Id, before: ProjectChoices, choices: ProjectChoices },
    result: Project,
    changesSettings: true,
  },
  /** `deleted` false: restores it. */
  'delete-project': { args: { id: Id, deleted: z.boolean() }, result: z.null(), changesSettings: true },
  'project-files': {
    args: { id: Id },
    /** By path. */
    result: Files,
  },
  /** Compare-and-set: all of them, or none. */
  'change-project-files': {
    args: { id: Id, files: z.array(FileChange).check(z.minLength(1), z.maxLength(1000)) },
    result: Files,
    changesSettings: true,
  },
  /** The instruction files that this session sees, or a new session of this project. */
  'instruction-files': { args: { sessionId: z.nullable(SessionId), project: z.nullable(Id) }, result: Instructions },
  /** Whether models may read the text with these bytes, from the next run on. */
  'decide-instructions': {
    args: { sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)), decision: z.enum(['use', 'ignore']) },
    result: z.null(),
    changesSettings: true,
  },
}
