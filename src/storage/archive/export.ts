import { Sha } from '../../agent/content.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { DamagedRecord } from '../fault.ts'
import { DATA_VERSION } from '../migrations.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { readPreferences, readProviders } from '../settings/settings.ts'
import { asJson } from './as-json.ts'
import {
  blobEntry,
  damagedBlobEntry,
  EXPORT_FORMAT,
  MANIFEST,
  type Manifest,
  NOTES,
  SETTINGS,
  sessionEntry,
} from './export-format.ts'
import { exportSession } from './export-session.ts'
import { bytesFor, type NotKept } from './not-kept.ts'
import { archivedProjects, PROJECTS } from './projects-entry.ts'
import { makeZipWriter, type Sink, type ZipEntryWriter, type ZipWriter } from './zip-writer.ts'

/**
 * `notes`: damaged or missing parts, a sentence each, also in the archive. `missing`: blobs without bytes, or without
 * room.
 */
export type ExportReport = { sessions: number; notes: string[]; missing: number }
export type ExportWish = {
  /** null: all, except deleted ones. */
  sessionIds: readonly string[] | null
  /** Includes providers (without keys) and preferences. */
  settings: boolean
  /** The project whose sessions these are, with its files. */
  project?: string | undefined
  notKept?: NotKept
  /** Sessions that come last. Their bytes are left out if the archive has `above` bytes without them. */
  lesser?: { sessionIds: ReadonlySet<string>; above: number }
  /** Wall time, ms. */
  now: number
}

/**
 * Writes an archive (see export-format) for importArchive; never a key or a vault. Rows go page by page and bytes blob
 * by blob, so the memory depends on the largest blob alone. Damaged rows are written as they are. Rejects with a
 * DOMException if the database fails, with a RangeError above 4 GB or 100,000 files, and with the sink's rejection.
 */
export async function exportArchive(db: Database, wish: ExportWish, sink: Sink): Promise<ExportReport> {
  const zip = makeZipWriter(sink, wish.now)
  const notes: string[] = []
  await putJson(zip, MANIFEST, manifestOf('sessions', DATA_VERSION, wish.now))
  if (wish.settings) await putJson(zip, SETTINGS, await settingsOf(db, notes))
  const ids = wish.sessionIds ?? (await sessionsKept(db))
  const blobs = new Map<string, BlobOutcome>()
  const putBlob = async (sha: string, most = Number.POSITIVE_INFINITY): Promise<BlobOutcome> => {
    const outcome = blobs.get(sha) ?? (await putBlobEntry(db, zip, sha, { notes, notKept: wish.notKept, most }))
    blobs.set(sha, outcome)
    return outcome
  }
  const projects = await archivedProjects(db, wish.sessionIds === null ? null : wish.project ? [wish.project] : [])
  if (projects.length > 0) await putJson(zip, PROJECTS, projects)
  for (const { files } of projects) for (const { blob } of files) await putBlob(blob)
  let sessions = 0
  const putLines = async (sessionId: string, without?: ReadonlySet<string>): Promise<Iterable<string>> => {
    const lines = entryOfLines(zip, sessionEntry(sessionId))
    const exported = await exportSession(db, sessionId, (line) => lines.put(asJson(line)), wish.notKept, without)
    await lines.end()
    if (exported === null) return []
    sessions++
    notes.push(...exported.notes)
    return exported.blobs
  }
  const isLesser = (sessionId: string): boolean => wish.lesser?.sessionIds.has(sessionId) === true
  const named = new Set<string>()
  for (const sessionId of ids) if (!isLesser(sessionId)) for (const sha of await putLines(sessionId)) named.add(sha)
  for (const sha of named) await putBlob(sha)
  const leftOut = new Set<string>()
  for (const sessionId of ids.filter(isLesser)) {
    // the bytes come first: the lines say which of them are missing
    for (const sha of await namedBy(db, sessionId))
      if ((await putBlob(sha, wish.lesser?.above)) === 'no-room') leftOut.add(sha)
    for (const sha of await putLines(sessionId, leftOut)) await putBlob(sha)
  }
  const missing = [...blobs.values()].filter((outcome) => outcome !== 'written').length
  if (notes.length > 0) await putJson(zip, NOTES, notes)
  await zip.end()
  return { sessions, notes, missing }
}

export function manifestOf(content: Manifest['content'], dataVersion: number, now: number): Manifest {
  const formatVersion = EXPORT_FORMAT
  return {
    format: 'reflexor-export',
    formatVersion,
    content,
    dataVersion,
    agentVersion: AGENT_VERSION,
    exportedAt: now,
  }
}

export async function putJson(zip: ZipWriter, name: string, value: unknown): Promise<void> {
  const entry = zip.entry(name, true)
  await entry.write(new TextEncoder().encode(asJson(value)))
  await entry.end()
}

const LINES_AT_ONCE = 64 * 1024

/** An entry of lines, in pieces that are worth deflating. Without a line there is no entry. */
export function entryOfLines(
  zip: ZipWriter,
  name: string,
): { put: (json: string) => Promise<void>; end: () => Promise<void> } {
  let entry: ZipEntryWriter | null = null
  let text = ''
  const flush = async (): Promise<void> => {
    if (text === '') return
    const bytes = new TextEncoder().encode(text)
    text = ''
    entry ??= zip.entry(name, true)
    await entry.write(bytes)
  }
  return {
    put: async (json) => {
      text += `${json}\n`
      if (text.length >= LINES_AT_ONCE) await flush()
    },
    end: async () => {
      await flush()
      await entry?.end()
    },
  }
}

async function namedBy(db: Database, sessionId: string): Promise<string[]> {
  const names = await db.getAllKeys('blob-names', wholeSession(sessionId))
  return names.flatMap(([, sha]) => Sha.safeParse(sha).data ?? [])
}

/** Every session with a head, even a damaged one, unless the head says that it was deleted. */
export async function sessionsKept(db: Database): Promise<string[]> {
  const ids: string[] = []
  for (const sessionId of await db.getAllKeys('sessions')) {
    const head = (await db.get('sessions', sessionId).catch(() => null)) as { deletedAt?: unknown } | null | undefined
    if (typeof head?.deletedAt !== 'number') ids.push(sessionId)
  }
  return ids
}

async function settingsOf(db: Database, notes: string[]): Promise<unknown> {
  const { providers, damaged } = await readProviders(db)
  for (const id of damaged) notes.push(`The provider ${id} is damaged and was left out.`)
  try {
    return { providers, preferences: await readPreferences(db) }
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error
    notes.push('The preferences are damaged and were left out.')
    return { providers }
  }
}

type BlobOutcome = 'written' | 'absent' | 'no-room'

/** `most`: the size that the archive may reach with it. */
async function putBlobEntry(
  db: Database,
  zip: ZipWriter,
  sha: string,
  { notes, notKept, most }: { notes: string[]; notKept: NotKept | undefined; most: number },
): Promise<BlobOutcome> {
  if (zip.size() > most) return 'no-room'
  let name = blobEntry(sha)
  let bytes: unknown
  try {
    bytes = await bytesFor(db, sha, notKept)
  } catch (error) {
    notes.push(`Data ${sha} is damaged (${String(error)}).`)
    name = damagedBlobEntry(sha)
    bytes = await db.get('blobs', sha).then(
      (row) => row?.bytes,
      () => undefined,
    )
  }
  if (!(bytes instanceof Uint8Array)) return 'absent'
  if (zip.size() + bytes.length > most) return 'no-room'
  const entry = zip.entry(name, false)
  await entry.write(bytes)
  await entry.end()
  return 'written'
}
