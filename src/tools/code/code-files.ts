import type { CodeChange, CodeFile, FileChange, FileInfo, Files } from '../tool.ts'
import { mediaTypeOf } from '../workspace/media-type.ts'
import { pathOf } from '../workspace/open-file.ts'
import { ensurePlace } from '../workspace/place.ts'

/** Bytes of files that are handed to code, unless more is said; the rest it can list and not read. */
export const HANDED_IN = 20 * 1024 * 1024

/** By path, the blob of each file that the code saw. */
type Seen = ReadonlyMap<string, string>

/**
 * The workspace for code: bytes of files that the code names, then of the smallest files, up to `most` bytes; others
 * without bytes. `seen`: the blobs of all files.
 */
export async function filesForCode(
  files: Files,
  code: string,
  signal: AbortSignal,
  most = HANDED_IN,
): Promise<{ given: CodeFile[]; seen: Seen }> {
  const list = await files.list()
  const named = (file: FileInfo): number => (code.includes(file.path) ? 0 : 1)
  const order = [...list].sort((a, b) => named(a) - named(b) || a.size - b.size)
  const given: CodeFile[] = []
  let left = most
  for (const { path, size, blob } of order) {
    signal.throwIfAborted()
    const fits = size <= left
    if (fits) left -= size
    given.push({ path, size, bytes: fits ? await files.read(blob) : null })
  }
  given.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { given, seen: new Map(list.map(({ path, blob }) => [path, blob])) }
}

/**
 * The changes of code, as compare-and-set against the files that it saw. Throws a worded error for an impossible path,
 * before any byte is stored.
 */
export async function changesOfCode(files: Files, seen: Seen, changes: readonly CodeChange[]): Promise<FileChange[]> {
  const clean = changes.map(({ path, bytes }) => ({ path: pathOf(path), bytes }))
  const after = new Set((await files.list()).map(({ path }) => path))
  for (const { path, bytes } of clean) bytes ? after.add(path) : after.delete(path)
  const made: Files = {
    ...files,
    list: async () => [...after].map(infoOf),
    info: async (path) => (after.has(path) ? infoOf(path) : null),
  }
  for (const { path, bytes } of clean) if (bytes) await ensurePlace(made, path)
  const result: FileChange[] = []
  for (const { path, bytes } of clean) {
    const from = seen.get(path) ?? null
    const to = bytes && (await files.put(bytes))
    if (from === to) continue
    const mediaType = mediaTypeOf(path, bytes ?? new Uint8Array())
    result.push({ path, from, to, size: bytes?.length ?? 0, mediaType })
  }
  return result
}

const infoOf = (path: string): FileInfo => ({ path, blob: '', size: 0, mediaType: '' })
