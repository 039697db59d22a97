import type { NoteOutcome } from '../../settings/notes.ts'
import { addProjectNote, removeProjectNote } from '../../storage/projects/projects.ts'
import type { Database } from '../../storage/schema.ts'
import { addNote, removeNote } from '../../storage/settings/memory.ts'

/** A session in a project remembers for the project, any other one for all sessions. */
export async function remember(db: Database, projectId: string | undefined, note: string): Promise<NoteOutcome> {
  const added = projectId === undefined ? null : await addProjectNote(db, projectId, note)
  return added ?? addNote(db, note)
}

/** Both memories are told to it, so the note may be in either. Returns the number of removed notes. */
export async function forget(db: Database, projectId: string | undefined, note: string): Promise<number> {
  const removed = projectId === undefined ? 0 : await removeProjectNote(db, projectId, note)
  return removed + (await removeNote(db, note))
}
