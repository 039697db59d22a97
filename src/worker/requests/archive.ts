import type { Config } from '../../agent/config.ts'
import type { ARCHIVE_REQUESTS } from '../../protocol/archive.ts'
import type { SessionItem } from '../../protocol/common.ts'
import type { RequestOf, Results } from '../../protocol/requests.ts'
import { defaultOf } from '../../settings/default-provider.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { conversationsIn, importElsewhere } from '../../storage/archive/elsewhere/import-elsewhere.ts'
import { exportArchive } from '../../storage/archive/export.ts'
import { exportRaw } from '../../storage/archive/export-raw.ts'
import { gathered } from '../../storage/archive/gathered.ts'
import { type ImportOptions, type ImportReport, importArchive } from '../../storage/archive/import.ts'
import { type ImportCourse, newCourse } from '../../storage/archive/import-course.ts'
import { saveLastExport } from '../../storage/archive/last-backup.ts'
import { lookIntoArchive } from '../../storage/archive/look-into.ts'
import { openAsItIs } from '../../storage/archive/open-as-is.ts'
import { BadArchive } from '../../storage/archive/zip-reader.ts'
import { readEpoch } from '../../storage/epoch.ts'
import { DATA_VERSION } from '../../storage/migrations.ts'
import { purgeDamaged } from '../../storage/purge.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences, readProviders } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { parsePath } from '../../tools/workspace/path.ts'
import { fetchMissing } from '../fetch-missing.ts'
import { newConfig } from '../policy/new-session.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf } from '../request-handlers.ts'
import { damagedItem, sessionItem } from '../session-item.ts'

/** Archives for the page: export, import, and the handling of damaged data. Loaded on first use. */

/** Size of the pieces handed to the browser, which keeps them outside this thread's memory. */
const PIECE = 4 * 1024 * 1024

/**
 * An archive as a file. Opens a separate connection, so it works in any state of the worker: data of another version
 * (newer, or after a failed upgrade) is copied raw. Rejects with Refused or a DOMException.
 */
export async function exportFile({ sessionIds, settings, project }: RequestOf<'export'>): Promise<Results['export']> {
  const db = await openAsItIs()
  if (db === null) throw refused('nothing-to-export')
  try {
    const now = Date.now()
    const pieces: Blob[] = []
    const sink = gathered((bytes) => void pieces.push(new Blob([bytes])), PIECE)
    const raw = db.version !== DATA_VERSION
    const report = raw
      ? await exportRaw(db, now, sink.write)
      : await exportArchive(
          db,
          { sessionIds, settings, project, now, notKept: await fetchMissing(db, sessionIds) },
          sink.write,
        )
    await sink.end()
    if (!raw && report.sessions === 0 && sessionIds !== null) throw refused('session-gone')
    // the file matters more than its date; a full disk has no room for the date
    if (!raw && sessionIds === null) await saveLastExport(db, now).catch(console.error)
    const name = `reflexor-${raw ? 'raw-' : ''}${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.zip`
    return { file: new Blob(pieces, { type: 'application/zip' }), name, raw, ...report }
  } catch (error) {
    if (error instanceof RangeError) throw refused('export-too-large', { reason: error.message })
    throw error
  } finally {
    db.close()
  }
}

/** Rejects with Refused if the file is not a readable archive, or with a DOMException. */
async function lookIntoImport(
  { file, again, only }: RequestOf<'look-into-import'>,
  db: Database,
): Promise<Results['look-into-import']> {
  if ((await conversationsIn(file as Blob).catch(inWords)) !== null) return { found: [], more: 0 }
  const { ownPrompt } = await ownRules(db)
  const looked = { ...(!again && { hereIn: db }), ...(only && { only: new Set(only) }) }
  return await lookIntoArchive(file as Blob, ownPrompt, looked).catch(inWords)
}

/** Running imports, by the name that this worker's page gave them. */
const courses = new Map<string, ImportCourse>()

/** Reports the progress of an import, or stops it. */
function importProgress({ id, stop }: RequestOf<'import-progress'>): Results['import-progress'] {
  const course = courses.get(id)
  if (course === undefined) return null
  if (stop) course.stopped = true
  return { done: course.done, of: course.of }
}

/** Rejects with Refused if nothing can be imported from the file, or with a DOMException. */
async function importFile(
  { file, keep, id = '', again = false, only }: RequestOf<'import'>,
  db: Database,
  tell: (sessions: SessionItem[]) => void,
): Promise<Results['import']> {
  const course = newCourse()
  if (id !== '') courses.set(id, course)
  try {
    const report = await bringIn(file as Blob, { keep, again, only }, course, db)
    const sessions = report.sessions.map((head) => sessionItem(head))
    if (sessions.length > 0) tell(sessions)
    else if (!course.stopped && report.known.length === 0) {
      const [first] = report.refused
      throw first === undefined ? refused('no-sessions-in-archive') : new Refused(first.reason)
    }
    const { known, places } = report
    const [here] = known.length === 1 ? known : []
    return {
      ...{ sessions, refused: report.refused, stopped: course.stopped, known: known.length, places },
      recordings: report.sessions.every(({ recorded }) => recorded === true),
      ...(here !== undefined && { here }),
    }
  } finally {
    courses.delete(id)
  }
}

async function bringIn(
  file: Blob,
  { keep, again, only }: Pick<RequestOf<'import'>, 'keep' | 'only'> & { again: boolean },
  course: ImportCourse,
  db: Database,
): Promise<ImportReport> {
  const own = await ownRules(db)
  const problemOfPath = (path: string): string | null => parsePath(path).problem ?? null
  const newId = (): string => crypto.randomUUID()
  const rules = {
    ...{ now: Date.now(), newId, problemOfPath, ...own, keep: new Set(keep), course, again },
    ...(only && { only: new Set(only) }),
  }
  const conversations = await conversationsIn(file).catch(inWords)
  return await (conversations === null
    ? importArchive(db, file, rules)
    : importElsewhere(db, conversations, rules)
  ).catch(inWords)
}

function inWords(error: unknown): never {
  throw error instanceof BadArchive ? new Refused(error.message) : error
}

/**
 * The archive's author had other permissions, limits and providers: an imported session gets those of this person's new
 * sessions.
 */
async function ownRules(db: Database): Promise<Pick<ImportOptions, 'configure' | 'ownPrompt'>> {
  const preferences = await readPreferences(db)
  const chosen = defaultOf((await readProviders(db)).providers, preferences.defaultProviderId)
  const fresh = (model: Config['model']): Config => newConfig(model, ALL_TOOLS, preferences)
  const configure = ({ model }: Config): Partial<Config> => {
    const demo = model.providerId === DEMO_PROVIDER.id
    const own = demo ? model : { providerId: chosen?.id ?? '', model: chosen?.model ?? '', thinking: model.thinking }
    // everything except how messages join, and the prompt, which has its own rules
    const { systemPrompt: _, steerMode: __, followUpMode: ___, ...rest } = fresh(own)
    return { grants: [], webSearch: false, ownCode: false, ...rest, mode: 'ask' }
  }
  const { systemPrompt: ownPrompt } = fresh({ providerId: '', model: '', thinking: 'off' })
  return { configure, ownPrompt }
}

/** Permanently removes unreadable data. Rejects with Refused or a DOMException. */
async function deleteDamaged(
  { sessionId }: RequestOf<'delete-damaged-session'>,
  db: Database,
  tell: (sessions: SessionItem[]) => void,
): Promise<null> {
  const now = Date.now()
  const outcome = await purgeDamaged(db, { epoch: await readEpoch(db), sessionId, now })
  if (outcome.type === 'fault') throw outcome.error
  if (outcome.type === 'not-deleted') throw refused('not-damaged')
  if (outcome.type === 'stale-epoch') throw refused('another-tab-took-over')
  tell([{ ...damagedItem(sessionId), deletedAt: now }])
  return null
}

export const ARCHIVE_HANDLERS: HandlersOf<typeof ARCHIVE_REQUESTS> = {
  'look-into-import': (request, { db }) => lookIntoImport(request, db),
  import: (request, { db, sessionsChanged }) => importFile(request, db, sessionsChanged),
  'import-progress': async (request) => importProgress(request),
  'delete-damaged-session': (request, { db, sessionsChanged }) => deleteDamaged(request, db, sessionsChanged),
}
