import { fileChangesOf, isAttached } from '../../agent/attachments.ts'
import type { AttachedFile, FileChange, PlainBlock } from '../../agent/content.ts'
import type { FileEntry } from '../../agent/state.ts'
import { readFileEntries, readFiles } from '../../storage/files.ts'
import type { Database } from '../../storage/schema.ts'
import { freePath, pathOfName } from '../../tools/workspace/free-path.ts'
import { mediaTypeOfName } from '../../tools/workspace/media-type.ts'

/** What a message with attached files adds to its input. Nothing for a message without. */
export type Placed = { content: PlainBlock[]; files?: FileChange[]; known?: FileEntry[] }

/**
 * Gives each attached file of a message its path in the workspace: its own name, or `name-2.ext` if another file has
 * that name. A file whose bytes are there already under such a name is not added again.
 */
export async function placeAttached(db: Database, sessionId: string, content: PlainBlock[]): Promise<Placed> {
  if (!content.some((block) => fileOf(block) !== undefined)) return { content }
  const there = new Map(((await readFiles(db, sessionId))?.files ?? []).map(({ path, blob }) => [path, blob]))
  const fresh = new Set<string>()
  const placed = content.map((block) => {
    const file = fileOf(block)
    if (file === undefined) return block
    const path = freePath(pathOfName(file.path), there, file.blob)
    if (there.get(path) !== file.blob) fresh.add(path)
    there.set(path, file.blob)
    return { ...block, file: { ...file, path, mediaType: mediaTypeOfName(path) ?? file.mediaType } }
  })
  const files = fileChangesOf(placed).filter(({ path }) => fresh.has(path))
  if (files.length === 0) return { content: placed }
  const known = await readFileEntries(db, sessionId, [...fresh])
  return { content: placed, files, known }
}

const fileOf = (block: PlainBlock): AttachedFile | undefined => (isAttached(block) ? block.file : undefined)
