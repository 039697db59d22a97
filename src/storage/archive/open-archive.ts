import * as z from 'zod/mini'
import { EXPORT_FORMAT, MANIFEST, Manifest, SESSION_ENTRY } from './export-format.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, MOST_ENTRIES, readZip, type ZipBounds, type ZipEntry } from './zip-reader.ts'

export const ZIP_BOUNDS: ZipBounds = {
  entries: MOST_ENTRIES,
  total: 4 * 1024 * 1024 * 1024,
  ratio: 250,
  dense: 32 * 1024 * 1024,
}
const LARGEST_MANIFEST = 1024 * 1024
/**
 * Unpacked bytes of the lines of one session: its rows are in memory while they are checked, so a larger one is not
 * even read.
 */
export const LARGEST_SESSION = 512 * 1024 * 1024

/**
 * The entries of an archive that this version can read, and those that are sessions. `recording`: it is a black box.
 * Rejects with BadArchive.
 */
export async function openArchive(
  file: Blob,
  bounds = ZIP_BOUNDS,
): Promise<{ entries: ReadonlyMap<string, ZipEntry>; sessions: ZipEntry[]; recording: boolean }> {
  const entries = await readZip(file, bounds)
  const recording = await checkManifest(entries.get(MANIFEST))
  const sessions = [...entries.values()].filter(({ name }) => SESSION_ENTRY.test(name))
  if (sessions.length === 0) throw new BadArchive('This archive contains no sessions.')
  return { entries, sessions, recording }
}

/** Whether it is a black box. */
async function checkManifest(entry: ZipEntry | undefined): Promise<boolean> {
  if (entry === undefined || entry.size > LARGEST_MANIFEST) throw new BadArchive('This isn’t a Reflexor export.')
  const [line = ''] = await linesOf(entry)
  const manifest = z.union([Manifest, z.object({ formatVersion: z.number() })]).safeParse(parseLine(line))
  if (!manifest.success) throw new BadArchive('This isn’t a Reflexor export.')
  if (manifest.data.formatVersion > EXPORT_FORMAT)
    throw new BadArchive('This export is from a newer version of Reflexor. Update, then import it again.')
  if (!('content' in manifest.data)) throw new BadArchive('This isn’t a Reflexor export.')
  if (manifest.data.content === 'raw')
    throw new BadArchive('This is a raw copy from another version of Reflexor. Only that version can use it.')
  return manifest.data.recording === true
}

async function linesOf(entry: ZipEntry): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(entry.open())) lines.push(line)
  return lines
}
