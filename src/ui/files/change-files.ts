import type { FileChange } from '../../agent/content.ts'
import type { FileEntry } from '../../agent/state.ts'

/** A person's changes to files, compared and set against the files that the page shows. */

const blobAt = (files: readonly FileEntry[], path: string): string | null =>
  files.find((file) => file.path === path)?.blob ?? null

export const removal = ({ path, blob, mediaType }: FileEntry): FileChange => ({
  path,
  from: blob,
  to: null,
  size: 0,
  mediaType,
})

/** Writes these bytes to `path`, over any file there. */
export const placing = (
  files: readonly FileEntry[],
  path: string,
  content: { blob: string; size: number; mediaType: string },
): FileChange => ({
  path,
  from: blobAt(files, path),
  to: content.blob,
  size: content.size,
  mediaType: content.mediaType,
})

/** Null: another file is there, which would be lost. */
export function renaming(files: readonly FileEntry[], file: FileEntry, path: string): FileChange[] | null {
  if (file.blob === null || blobAt(files, path) !== null) return null
  return [removal(file), placing(files, path, { ...file, blob: file.blob })]
}
