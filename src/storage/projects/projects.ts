import { type NoteOutcome, withNote, withoutNote } from '../../settings/notes.ts'
import {
  choicesOf,
  ProjectLine as Line,
  MOST_PROJECTS,
  mergeChoices,
  Project,
  type ProjectChoices,
  type ProjectLine,
} from '../../settings/projects.ts'
import { DamagedRecord } from '../fault.ts'
import type { Database } from '../schema.ts'

/**
 * Projects: not session state. Written by the worker of the tab that changes one. A change names the version that it is
 * based on, so that the later of two tabs is refused. A damaged record is never overwritten. All reject with
 * DamagedRecord or a DOMException.
 */

/** The projects that are not deleted, by name. A damaged one is left out: its sessions count as without a project. */
export async function listProjects(db: Database): Promise<ProjectLine[]> {
  const rows: unknown[] = await db.getAll('projects')
  return rows
    .flatMap((row) => {
      const parsed = Project.safeParse(row)
      return parsed.success && parsed.data.deletedAt === null ? [Line.parse(parsed.data)] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.createdAt - b.createdAt)
}

/** null: there is none, or it is deleted. */
export async function readProject(db: Database, id: string): Promise<Project | null> {
  const project = parse(await db.get('projects', id))
  return project === null || project.deletedAt !== null ? null : project
}

/** A repeated command finds its own project. null: there are too many. */
export async function createProject(
  db: Database,
  id: string,
  choices: ProjectChoices,
  now: number,
): Promise<Project | null> {
  const transaction = db.transaction('projects', 'readwrite')
  const [row, count] = await Promise.all([transaction.store.get(id), transaction.store.count()])
  const there = parse(row)
  const fresh: Project = { id, ...choices, createdAt: now, deletedAt: null }
  const isNew = there === null && count < MOST_PROJECTS
  await Promise.all([isNew && transaction.store.put(fresh), transaction.done])
  return isNew ? fresh : there
}

export type SaveOutcome = { type: 'saved'; project: Project } | { type: 'changed' } | { type: 'missing' }

/** `changed`: what the person changed in `before` was changed elsewhere, too. */
export const saveProject = (
  db: Database,
  id: string,
  before: ProjectChoices,
  choices: ProjectChoices,
): Promise<SaveOutcome> =>
  change(db, id, (project) => {
    const merged = mergeChoices(choicesOf(project), before, choices)
    return merged && { ...project, ...merged }
  })

/** Deletes a project at this time (ms), or restores it (null). Its sessions are not touched. */
export async function markProject(db: Database, id: string, deletedAt: number | null): Promise<void> {
  const transaction = db.transaction('projects', 'readwrite')
  const project = parse(await transaction.store.get(id))
  await Promise.all([project !== null && transaction.store.put({ ...project, deletedAt }), transaction.done])
}

/** Adds a line to the memory of the project. null: the project is gone. */
export async function addProjectNote(db: Database, id: string, note: string): Promise<NoteOutcome | null> {
  let outcome: NoteOutcome | null = null
  await change(db, id, (project) => {
    const added = withNote(project.memory, note)
    outcome = added.outcome
    return { ...project, memory: added.text }
  })
  return outcome
}

/** Removes the lines equal to this one and returns how many there were. */
export async function removeProjectNote(db: Database, id: string, note: string): Promise<number> {
  let removed = 0
  await change(db, id, (project) => {
    const without = withoutNote(project.memory, note)
    removed = without.removed
    return { ...project, memory: without.text }
  })
  return removed
}

/** `make`: the new project; null: refused. */
async function change(db: Database, id: string, make: (project: Project) => Project | null): Promise<SaveOutcome> {
  const transaction = db.transaction('projects', 'readwrite')
  const before = parse(await transaction.store.get(id))
  const isThere = before !== null && before.deletedAt === null
  const project = isThere ? make(before) : null
  await Promise.all([project !== null && transaction.store.put(project), transaction.done])
  if (!isThere) return { type: 'missing' }
  return project === null ? { type: 'changed' } : { type: 'saved', project }
}

function parse(row: unknown): Project | null {
  if (row === undefined) return null
  const parsed = Project.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('this project', parsed.error)
  return parsed.data
}
