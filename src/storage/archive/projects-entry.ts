import * as z from 'zod/mini'
import { Sha } from '../../agent/content.ts'
import { freshChoices, MOST_NAME, MOST_PROJECTS, Project } from '../../settings/projects.ts'
import { changeProjectFiles, listProjectFiles } from '../projects/project-files.ts'
import { createProject } from '../projects/projects.ts'
import type { Database } from '../schema.ts'
import type { BlobOutcome } from './import-session.ts'
import { parseLine, readBytes } from './read-lines.ts'
import type { ZipEntry } from './zip-reader.ts'

/** The projects of an archive: `projects.json`, with the bytes of their files under `blobs/` as those of sessions. */

export const PROJECTS = 'projects.json'
const LARGEST = 32 * 1024 * 1024
/** Files in one transaction. */
const PAGE = 500

const File = z.object({
  path: z.string().check(z.maxLength(1024)),
  blob: Sha,
  size: z.number(),
  mediaType: z.string().check(z.maxLength(200)),
})
const Archived = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.maxLength(1000)),
  instructions: z.string().check(z.maxLength(100_000)),
  memory: z.string().check(z.maxLength(100_000)),
  files: z.array(File).check(z.maxLength(10_000)),
})
type Archived = z.infer<typeof Archived>

/** The projects to write; `projectIds` null: all. Models, personas and tools are this person's own, and stay here. */
export async function archivedProjects(db: Database, projectIds: readonly string[] | null): Promise<Archived[]> {
  const rows: unknown[] = await db.getAll('projects')
  const wanted = rows.flatMap((row) => {
    const { data } = Project.safeParse(row)
    return data && data.deletedAt === null && (projectIds?.includes(data.id) ?? true) ? [data] : []
  })
  return Promise.all(
    wanted.map(async ({ id, name, instructions, memory }) => ({
      ...{ id, name, instructions, memory },
      files: (await listProjectFiles(db, id)).map(({ path, blob, size, mediaType }) => ({
        ...{ path, blob, size, mediaType },
      })),
    })),
  )
}

type Ports = {
  newId: () => string
  /** Wall time, ms. */
  now: number
  problemOfPath: (path: string) => string | null
  putBlob: (sha: string) => Promise<BlobOutcome>
  /** Puts bytes of our own into the database and returns their name. */
  put: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>
}

/**
 * Gives the project in which a session of the archive arrives, by the project it names there: a new one, made with the
 * first of its sessions; null: none. Somebody else wrote its instructions and notes, so they arrive as files, which the
 * person reads before a model does. It brings no model, persona or tools, and never becomes one of the projects here.
 */
export async function makeProjectsArrive(
  db: Database,
  entry: ZipEntry | undefined,
  ports: Ports,
): Promise<(id: string | undefined) => Promise<string | null>> {
  const known = entry === undefined || entry.size > LARGEST ? [] : await readProjects(entry)
  const arrived = new Map<string, string | null>()
  return async (id) => {
    const project = known.find((each) => each.id === id)
    if (project === undefined) return null
    const before = arrived.get(project.id)
    if (before !== undefined) return before
    const made = await arrive(db, project, ports)
    arrived.set(project.id, made)
    return made
  }
}

async function readProjects(entry: ZipEntry): Promise<Archived[]> {
  const text = new TextDecoder().decode(await readBytes(entry.open(), entry.size))
  const parsed = z.array(Archived).check(z.maxLength(MOST_PROJECTS)).safeParse(parseLine(text))
  return parsed.success ? parsed.data : []
}

async function arrive(db: Database, project: Archived, ports: Ports): Promise<string | null> {
  const { newId, now, problemOfPath, putBlob } = ports
  const id = newId()
  const name = `${project.name.trim().slice(0, MOST_NAME - 11) || 'Project'} (imported)`
  if ((await createProject(db, id, freshChoices(name), now)) === null) return null
  const files = new Map<string, z.infer<typeof File>>()
  for (const file of project.files)
    if (problemOfPath(file.path) === null && (await putBlob(file.blob)) === 'stored') files.set(file.path, file)
  for (const [wanted, text] of [
    ['AGENTS.md', project.instructions],
    ['memory.md', project.memory],
  ] as const) {
    if (text.trim() === '') continue
    const bytes = new TextEncoder().encode(text)
    const path = files.has(wanted) ? `imported-${wanted}` : wanted
    files.set(path, { path, blob: await ports.put(bytes), size: bytes.length, mediaType: 'text/markdown' })
  }
  const changes = [...files.values()].map(({ blob: to, ...file }) => ({ ...file, from: null, to }))
  for (let at = 0; at < changes.length; at += PAGE) await changeProjectFiles(db, id, changes.slice(at, at + PAGE), now)
  return id
}
