import * as z from 'zod/mini'
import { FileChange } from '../agent/content.ts'
import { Project, ProjectChoices, ProjectLine } from '../settings/projects.ts'
import { SessionId } from './common.ts'

/** Projects, and the files that all sessions of one see. */

const Id = z.string().check(z.minLength(1), z.maxLength(64))

export const PROJECT_REQUESTS = [
  z.object({ kind: z.literal('list-projects') }),
  z.object({ kind: z.literal('get-project'), id: Id }),
  z.object({ kind: z.literal('create-project'), id: Id, choices: ProjectChoices }),
  /** `before`: what the person edited. Refused if a field that they changed was changed elsewhere meanwhile. */
  z.object({ kind: z.literal('save-project'), id: Id, before: ProjectChoices, choices: ProjectChoices }),
  /** `deleted` false: restores it. */
  z.object({ kind: z.literal('delete-project'), id: Id, deleted: z.boolean() }),
  z.object({ kind: z.literal('project-files'), id: Id }),
  /** Compare-and-set: all of them, or none. */
  z.object({
    kind: z.literal('change-project-files'),
    id: Id,
    files: z.array(FileChange).check(z.minLength(1), z.maxLength(1000)),
  }),
  /** The instruction files that this session sees, or a new session of this project. */
  z.object({
    kind: z.literal('instruction-files'),
    sessionId: z.nullable(SessionId),
    project: z.nullable(Id),
  }),
  /** Whether models may read the text with these bytes, from the next run on. */
  z.object({
    kind: z.literal('decide-instructions'),
    sha: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    decision: z.enum(['use', 'ignore']),
  }),
] as const

export const PROJECT_LIST = { 'list-projects': z.array(ProjectLine) }

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

export const PROJECT_RESULTS = {
  /** null: there is none, or it is deleted. */
  'get-project': z.nullable(Project),
  'create-project': Project,
  'save-project': Project,
  'delete-project': z.null(),
  /** By path. */
  'project-files': Files,
  'change-project-files': Files,
  'instruction-files': Instructions,
  'decide-instructions': z.null(),
}
export type ProjectKind = keyof typeof PROJECT_RESULTS | keyof typeof PROJECT_LIST
