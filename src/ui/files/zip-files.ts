import { Zip, ZipPassThrough } from 'fflate'
import type { FileEntry } from '../../agent/state.ts'

const PIECE = 1_000_000

/**
 * All these files as one zip, stored unpacked: packing them would stop the page for seconds. Blobs are read one after
 * another. Rejects with what `read` rejects with; `missing` names files without content.
 */
export async function zipFiles(
  files: readonly Pick<FileEntry, 'path' | 'blob' | 'timestamp'>[],
  read: (sha: string) => Promise<Uint8Array | null>,
): Promise<{ file: Blob; missing: string[] }> {
  // A separate blob each: the browser takes them one by one, not all at the end.
  const parts: Blob[] = []
  const missing: string[] = []
  let problem: Error | null = null
  const zip = new Zip((error, part) => {
    if (error) problem = error
    else parts.push(new Blob([part as Uint8Array<ArrayBuffer>]))
  })
  for (const { path, blob, timestamp } of files) {
    const bytes = blob === null ? null : await read(blob)
    if (!bytes) {
      missing.push(path)
      continue
    }
    const entry = new ZipPassThrough(path)
    // The format knows no time before 1980.
    entry.mtime = Math.max(timestamp, Date.UTC(1980, 1, 1))
    zip.add(entry)
    for (let at = 0; at < bytes.length; at += PIECE) {
      entry.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
      await new Promise((resolve) => setTimeout(resolve))
    }
    if (bytes.length === 0) entry.push(new Uint8Array(), true)
  }
  zip.end()
  if (problem) throw problem
  return { file: new Blob(parts, { type: 'application/zip' }), missing }
}
