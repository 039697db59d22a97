import type { Head } from '../../agent/head.ts'
import { isWhole, keepFetched, missingBlobs, putBlob, shaOf } from '../blobs.ts'
import type { Database } from '../schema.ts'
import { wholeSession } from '../session-range.ts'
import { addRecordedWire } from '../settings/recorded-wire.ts'
import { blobEntry, damagedBlobEntry, wireEntry } from './export-format.ts'
import { archivedHead, makeHereAlready } from './here-already.ts'
import { type ImportCourse, newCourse } from './import-course.ts'
import { type BlobOutcome, type ImportRules, importSession } from './import-session.ts'
import { TakenOver } from './import-stage.ts'
import { LARGEST_SESSION, openArchive } from './open-archive.ts'
import { readBytes, readLines } from './read-lines.ts'
import { isMadeOf } from './same-journal.ts'
import { type ArchiveTies, makeTies, parentsFirst, type Ties } from './ties.ts'
import { readWireLines } from './wire-lines.ts'
import { BadArchive, type ZipBounds, type ZipEntry } from './zip-reader.ts'

export type ImportOptions = Omit<ImportRules, 'ties' | 'recording' | 'mark'> & {
  /** A session id that nobody has. */
  newId: () => string
  bounds?: ZipBounds
  /** Is told how far it has come, and says when to stop. */
  course?: ImportCourse
  /** What is here already comes a second time. */
  again?: boolean
  /** Places in the file: nothing else of it comes. */
  only?: ReadonlySet<number>
}
/**
 * `refused`: sessions that were left out, with a sentence each. `known`: those here that hold what was left out because of them; `places`: where
 * in the file each of these stands.
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
 * Brings in the sessions of an archive that exportArchive wrote, or that claims so: each whole, under a new id, or not at all (see
 * importSession). What is here already does not come again (see makeHereAlready), but bytes that it lacks, or has damaged, are put back. Sessions that were made of
 * each other arrive so, and so do those that show that they were made of what is here. What is no session (settings, notes, unknown entries) is left. Rejects with BadArchive when the archive itself cannot be used, or with
 * a DOMException when the database fails.
 */
export async function importArchive(db: Database, file: Blob, options: ImportOptions): Promise<ImportReport> {
  const { entries, sessions, recording } = await openArchive(file, options.bounds)
  const ties = makeTies(options.newId)
  const put = makeBlobPutter(db, entries, options.now)
  const report: ImportReport = { sessions: [], refused: [], known: [], places: [] }
  const { course = newCourse(), again = false, only } = options
  const putBack = makePutBack(db, entries, course)
  const places = new Map(sessions.map((entry, place) => [entry, place]))
  const wanted = sessions.filter((_, place) => only?.has(place) ?? true)
  course.of = wanted.length
  const hereAlready = again ? null : await makeHereAlready(db, recording, () => course.stopped)
  for (const { entry, id } of await parentsFirst(wanted)) {
    if (course.stopped) break
    try {
      if (entry.size > LARGEST_SESSION)
        throw new BadArchive('A session of this archive is larger than 512 MB: it cannot be brought in here.')
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
      // read before anything is stored: what cannot be read brings nothing in
      const exchanges = wire === undefined ? [] : await readWireLines(wire)
      const head = await importEntry(db, entry, put, options.newId, {
        ...options,
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

/** What a session says of itself is not believed: the ties with what was here, which goes with it into one conversation, are shown by its journal. */
async function tiesOf(db: Database, entry: ZipEntry, ties: ArchiveTies): Promise<Ties> {
  const origin = (await archivedHead(entry))?.origin
  const here = origin === undefined ? null : ties.hereAs(origin.session)
  const shown = origin !== undefined && here !== null && (await isMadeOf(db, entry, origin, here.sessionId))
  return ties.forEntry(shown ? origin.session : null)
}

/**
 * What is here may have lost bytes that the archive still has, or hold damaged ones. Each is looked at once, whichever sessions name it. Rejects with
 * BadArchive when they are others than their name says.
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

/** A writer that starts in the middle voids what was staged; the archive is still there, so it is staged again. */
async function importEntry(
  db: Database,
  entry: ZipEntry,
  putBlob: (sha: string) => Promise<BlobOutcome>,
  newId: () => string,
  rules: ImportRules,
): Promise<Head> {
  for (let tries = 1; ; tries++) {
    try {
      const source = { lines: () => readLines(entry.open()), putBlob }
      return await importSession(db, newId(), source, rules)
    } catch (error) {
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
    // it was damaged when it was exported: the session has a hole there, as it had
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
  if ((await shaOf(bytes)) !== sha) throw new BadArchive('Bytes in the archive are not what their name says.')
  return bytes
}
