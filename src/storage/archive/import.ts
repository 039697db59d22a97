import type { Head } from '../../agent/head.ts'
import { isWhole, keepFetched, missingBlobs, putBlob, shaOf } from '../blobs.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { addRecordedWire } from '../settings/recorded-wire.ts'
import type { UsageSource } from '../usage/fold-usage.ts'
import { keepAsCounted, usageKey } from '../usage/read-usage.ts'
import { makeCountedAlready } from './counted-already.ts'
import { blobEntry, damagedBlobEntry, wireEntry } from './export-format.ts'
import { archivedHead, makeHereAlready } from './here-already.ts'
import { type ImportCourse, newCourse } from './import-course.ts'
import { type BlobOutcome, type ImportRules, importSession } from './import-session.ts'
import { TakenOver } from './import-stage.ts'
import { LARGEST_SESSION, openArchive } from './open-archive.ts'
import { makeProjectsArrive, PROJECTS } from './projects-entry.ts'
import { readBytes, readLines } from './read-lines.ts'
import { isMadeOf } from './same-journal.ts'
import { type ArchiveTies, makeTies, parentsFirst, type Ties } from './ties.ts'
import { readWireLines } from './wire-lines.ts'
import { BadArchive, type ZipBounds, type ZipEntry } from './zip-reader.ts'

export type ImportOptions = Omit<ImportRules, 'ties' | 'recording' | 'mark'> & {
  /** A new session id. */
  newId: () => string
  bounds?: ZipBounds
  /** Receives the progress, and can stop the import. */
  course?: ImportCourse
  /** Imports sessions a second time even if they are here. */
  again?: boolean
  /** Positions in the file: only these are imported. */
  only?: ReadonlySet<number>
}
/**
 * `refused`: sessions that were left out, with a sentence each. `known`: sessions here that already hold the skipped
 * ones. `places`: positions of these in the file.
 */
export type ImportReport = {
  sessions: Head[]
  refused: { name: string; reason: string }[]
  known: string[]
  places: number[]
}

const LARGEST_BLOB = 256 * 1024 * 1024
const TRIES = 3

/**
 * Imports the sessions of an archive that exportArchive wrote, or that claims so: each whole, under a new id, or not at
 * all (see importSession). Sessions that are here already are skipped (see makeHereAlready), but their missing or
 * damaged bytes are restored. Sessions made from each other stay connected, and so do those that prove to be made from
 * a session here. Other entries (settings, notes, unknown) are ignored. Rejects with BadArchive if the archive itself
 * is unusable, or with a DOMException if the database fails.
 */
export async function importArchive(db: Database, file: Blob, options: ImportOptions): Promise<ImportReport> {
  const { entries, sessions, recording } = await openArchive(file, options.bounds)
  const ties = makeTies(options.newId)
  const put = makeBlobPutter(db, entries, options.now)
  const projectFor = await makeProjectsArrive(db, recording ? undefined : entries.get(PROJECTS), {
    ...{ newId: options.newId, now: options.now, problemOfPath: options.problemOfPath, putBlob: put },
    put: (bytes) => putBlob(db, bytes, options.now),
  })
  const report: ImportReport = { sessions: [], refused: [], known: [], places: [] }
  const { course = newCourse(), again = false, only } = options
  const putBack = makePutBack(db, entries, course)
  const places = new Map(sessions.map((entry, place) => [entry, place]))
  const wanted = sessions.filter((_, place) => only?.has(place) ?? true)
  course.of = wanted.length
  const hereAlready = again ? null : await makeHereAlready(db, recording, () => course.stopped)
  const countedAlready = recording ? null : await makeCountedAlready(db)
  for (const { entry, id } of await parentsFirst(wanted)) {
    if (course.stopped) break
    try {
      if (entry.size > LARGEST_SESSION)
        throw new BadArchive('A session in this archive is larger than 512 MB and can’t be imported.')
      const here = await hereAlready?.(entry)
      if (here) {
        if (id !== null) ties.isHereAs(id, here)
        report.known.push(here.sessionId)
        report.places.push(places.get(entry) ?? 0)
        course.done++
        await putBack(here.sessionId)
        continue
      }
      if (course.stopped) break
      const wire = recording ? entries.get(wireEntry(entry.name)) : undefined
      // read before anything is stored: an unreadable file imports nothing
      const exchanges = wire === undefined ? [] : await readWireLines(wire)
      const counted = (await countedAlready?.(entry)) ?? []
      const head = await importEntry(db, entry, put, options.newId, counted, {
        ...options,
        projectFor,
        recording,
        ties: await tiesOf(db, entry, ties),
      })
      if (exchanges.length > 0) await addRecordedWire(db, head.sessionId, exchanges)
      if (id !== null) ties.arrived(id, head)
      report.sessions.push(head)
    } catch (error) {
      if (!(error instanceof BadArchive) && !(error instanceof TakenOver)) throw error
      report.refused.push({ name: entry.name, reason: error.message })
    }
    course.done++
  }
  return report
}

/** A session's own claim is not believed: its journal must prove its connection to a session here. */
async function tiesOf(db: Database, entry: ZipEntry, ties: ArchiveTies): Promise<Ties> {
  const origin = (await archivedHead(entry))?.origin
  const here = origin === undefined ? null : ties.hereAs(origin.session)
  const shown = origin !== undefined && here !== null && (await isMadeOf(db, entry, origin, here.sessionId))
  return ties.forEntry(shown ? origin.session : null)
}

/**
 * A session here may have lost bytes that the archive still has, or hold damaged ones. Each blob is checked once,
 * whichever sessions name it. Rejects with BadArchive if bytes do not match their name.
 */
function makePutBack(
  db: Database,
  entries: ReadonlyMap<string, ZipEntry>,
  course: ImportCourse,
): (sessionId: string) => Promise<void> {
  const whole = new Set<string>()
  return async (sessionId) => {
    for (const [, sha] of await db.getAllKeys('blob-names', wholeSession(sessionId))) {
      const entry = entries.get(blobEntry(sha))
      if (course.stopped || entry === undefined || whole.has(sha)) continue
      if (!(await isWhole(db, sha))) await keepFetched(db, sha, await bytesIn(entry, sha))
      whole.add(sha)
    }
  }
}

/** A new writer in the middle voids the staged rows; the archive is still there, so they are staged again. */
async function importEntry(
  db: Database,
  entry: ZipEntry,
  putBlob: (sha: string) => Promise<BlobOutcome>,
  newId: () => string,
  counted: readonly UsageSource[],
  rules: ImportRules,
): Promise<Head> {
  for (let tries = 1; ; tries++) {
    const sessionId = newId()
    try {
      const source = { lines: () => readLines(entry.open()), putBlob }
      // before it is here: nobody counts it meanwhile
      if (counted.length > 0) await keepAsCounted(db, sessionId, counted)
      return await importSession(db, sessionId, source, rules)
    } catch (error) {
      await db.delete('settings', usageKey(sessionId))
      if (!(error instanceof TakenOver) || tries === TRIES) throw error
    }
  }
}

/** Sessions share blobs: each is unpacked and checked once. */
function makeBlobPutter(
  db: Database,
  entries: ReadonlyMap<string, ZipEntry>,
  now: number,
): (sha: string) => Promise<BlobOutcome> {
  const checked = new Set<string>()
  return async (sha) => {
    const entry = entries.get(blobEntry(sha))
    // it was damaged at export: the session keeps its hole
    if (entry === undefined) return entries.has(damagedBlobEntry(sha)) ? 'damaged' : 'absent'
    if (checked.has(sha) && (await missingBlobs(db, [sha])).length === 0) return 'stored'
    await putBlob(db, await bytesIn(entry, sha), now)
    checked.add(sha)
    return 'stored'
  }
}

async function bytesIn(entry: ZipEntry, sha: string): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.size > LARGEST_BLOB) throw new BadArchive('A file in the archive is larger than 256 MB.')
  const bytes = await readBytes(entry.open(), entry.size)
  if ((await shaOf(bytes)) !== sha) throw new BadArchive('Data in the archive doesn’t match its name.')
  return bytes
}
