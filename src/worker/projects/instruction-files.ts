import { INSTRUCTION_FILES, type InstructionFile, seenOnly } from '../../agent/instruction-files.ts'
import { shaOf } from '../../storage/blobs.ts'
import { readFile } from '../../storage/files.ts'
import { readProjectFile } from '../../storage/projects/project-files.ts'
import type { Database } from '../../storage/schema.ts'
import { readDecisions } from '../../storage/settings/instruction-decisions.ts'
import { readSessionFolder } from '../../storage/settings/session-folder.ts'
import { blobBytes } from '../blob-bytes.ts'

/** Bytes; what is larger is no instruction, and is not read. */
const LARGEST = 1_000_000

type Place = 'workspace' | 'project' | 'folder'
/**
 * An AGENTS.md that the session can see. `text`: as it is sent; `shown`: as it is in the file. `decision`: of the
 * person about these very bytes; null: none yet, so it is not sent.
 */
export type Found = {
  from: Place
  name: InstructionFile
  sha: string
  text: string
  shown: string
  hidden: number
  decision: 'use' | 'ignore' | null
}

/**
 * The instruction files of a session and of its project: of each place the first that is there. `folder`: whether tools
 * may read the linked folder unasked. What cannot be read now is left out. Rejects with DamagedRecord or a
 * DOMException of the database.
 */
export async function findInstructions(
  db: Database,
  { sessionId, project, folder }: { sessionId: string | null; project: string | undefined; folder: boolean },
): Promise<Found[]> {
  const places: [Place, (name: string) => Promise<Uint8Array<ArrayBuffer> | null>][] = []
  if (sessionId !== null) places.push(['workspace', (name) => blobOf(db, readFile(db, sessionId, name))])
  if (project !== undefined) places.push(['project', (name) => blobOf(db, readProjectFile(db, project, name))])
  const linked = sessionId === null || !folder ? null : await readSessionFolder(db, sessionId)
  if (linked !== null) places.push(['folder', (name) => fileIn(linked.folder, name)])
  const found = await Promise.all(places.map(([from, read]) => firstOf(from, read)))
  if (found.every((each) => each === null)) return []
  const decisions = await readDecisions(db)
  return found.flatMap((each) => (each === null ? [] : [{ ...each, decision: decisions.get(each.sha) ?? null }]))
}

async function firstOf(
  from: Place,
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>,
): Promise<Omit<Found, 'decision'> | null> {
  for (const name of INSTRUCTION_FILES) {
    const bytes = await read(name)
    if (bytes === null || bytes.length > LARGEST) continue
    const shown = new TextDecoder().decode(bytes)
    const { text, hidden } = seenOnly(shown)
    if (text.trim() !== '') return { from, name, sha: await shaOf(bytes), text, shown, hidden }
  }
  return null
}

async function blobOf(
  db: Database,
  entry: Promise<{ blob: string | null; size: number } | null>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = await entry
  if (file === null || file.blob === null || file.size > LARGEST) return null
  return (await blobBytes(db, file.blob)) as Uint8Array<ArrayBuffer> | null
}

async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile()
    return file.size > LARGEST ? null : new Uint8Array(await file.arrayBuffer())
  } catch {
    // there is none, or the browser wants a new permission first: the tools of the folder say so
    return null
  }
}
