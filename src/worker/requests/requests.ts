import type { StreamSnapshot } from '../../protocol/common.ts'
import type { ProviderView, Results } from '../../protocol/from-worker.ts'
import type { ServiceKind } from '../../protocol/services.ts'
import type { Request } from '../../protocol/to-worker.ts'
import { DEMO_PROVIDER, type Provider, parseBaseUrl } from '../../settings/provider.ts'
import { kindFor } from '../../settings/provider-kinds.ts'
import { readLastBackup } from '../../storage/archive/last-backup.ts'
import { putBlob, readBlob } from '../../storage/blobs.ts'
import { readFiles } from '../../storage/files.ts'
import { findDamaged, readFigures } from '../../storage/health.ts'
import { listHeads, openView, readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import {
  changePreferences,
  deleteProvider,
  readPreferences,
  readProviders,
  saveProvider,
} from '../../storage/settings/settings.ts'
import { hasSecret, originOf } from '../../storage/settings/vault.ts'
import { readStreams } from '../../storage/streams.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { Refused } from '../refused.ts'
import { damagedItem, sessionItem } from '../session-item.ts'
import { requirePath } from '../writer/complete-input.ts'
import type { Handlers, RequestEnvironment } from './handlers.ts'

/** What a page asks of its own worker, whether it writes or not: reads of committed rows, and settings. */

/** Services are asked about in the settings only: their code comes then. */
function service<Kind extends ServiceKind>(kind: Kind): Handlers[Kind] {
  const handler = async (request: never, environment: RequestEnvironment): Promise<unknown> => {
    const { SERVICE_HANDLERS } = await import('./services.ts')
    return SERVICE_HANDLERS[kind](request, environment)
  }
  return handler as Handlers[Kind]
}

const LARGEST_BLOB = 100 * 1024 * 1024

const HANDLERS: Handlers = {
  'list-services': service('list-services'),
  'save-search-provider': service('save-search-provider'),
  'test-search-provider': service('test-search-provider'),
  'save-reader': service('save-reader'),
  'test-reader': service('test-reader'),
  'save-mcp-server': service('save-mcp-server'),
  'test-mcp-server': service('test-mcp-server'),
  'refresh-mcp-server': service('refresh-mcp-server'),
  'trust-mcp-server': service('trust-mcp-server'),
  'delete-mcp-server': service('delete-mcp-server'),
  'begin-mcp-sign-in': service('begin-mcp-sign-in'),
  'finish-mcp-sign-in': service('finish-mcp-sign-in'),
  'sign-out-mcp-server': service('sign-out-mcp-server'),
  'list-sessions': async (_request, { db }) => {
    const { heads, damaged } = await listHeads(db)
    return [...heads.map(sessionItem), ...damaged.map(damagedItem)]
  },
  'open-session': async ({ sessionId, tail }, environment) => {
    environment.watch(sessionId, true)
    const opened = await openView(environment.db, sessionId, tail)
    if (opened.type === 'missing') {
      environment.watch(sessionId, false)
      return null
    }
    return { view: opened.view, damaged: opened.damaged, streams: await streamsOf(sessionId, environment) }
  },
  'close-session': async ({ sessionId }, { watch }) => {
    watch(sessionId, false)
    return null
  },
  rows: async ({ sessionId, from, to }, { db }) => {
    const rows = await readRows(db, sessionId, from, to)
    if (rows === null) throw new Refused('This session does not exist any more.')
    return rows
  },
  streams: ({ sessionId }, environment) => streamsOf(sessionId, environment),
  files: async ({ sessionId }, { db }) => {
    const files = await readFiles(db, sessionId)
    if (files === null) throw new Refused('This session does not exist any more.')
    return files
  },
  'file-history': async ({ sessionId, path }, { db }) =>
    (await import('../../storage/file-history.ts')).readFileHistory(db, sessionId, path),
  blob: async ({ sha }, { db }) => readBlob(db, sha),
  'put-blob': async ({ bytes: given, path }, { db }) => {
    if (path !== undefined) requirePath(path)
    if (('size' in given ? given.size : given.byteLength) > LARGEST_BLOB)
      throw new Refused('Files of more than 100 MB are not taken.')
    const bytes = 'size' in given ? await bytesOf(given as File) : given
    return { sha: await putBlob(db, bytes, Date.now()), size: bytes.byteLength }
  },
  'list-providers': async (_request, { db }) => {
    const { providers } = await readProviders(db)
    return Promise.all(providers.map((provider) => viewOf(db, provider)))
  },
  'save-provider': async ({ provider, key }, { db, settingsChanged }) => {
    const checked = checkedProvider(provider)
    await saveProvider(db, checked, key?.trim())
    settingsChanged()
    return viewOf(db, checked)
  },
  'delete-provider': async ({ providerId }, { db, settingsChanged }) => {
    await deleteProvider(db, providerId)
    settingsChanged()
    return null
  },
  'test-provider': async ({ provider, key }, { db }) =>
    (await import('../test-provider.ts')).testProvider(db, checkedProvider(provider), key?.trim()),
  'list-models': async ({ provider, key }, { db }) =>
    (await import('../test-provider.ts')).listModels(db, checkedProvider(provider), key?.trim()),
  'list-tools': async () =>
    [...ALL_TOOLS, ...(await import('../policy/folder-tools.ts')).folderToolsInGeneral()].map(
      ({ name, label, description, repeat, approval }) => ({ name, label, description, repeat, approval }),
    ),
  'session-folder': async (request, { db, settingsChanged }) => {
    const view = await (await import('./folders.ts')).sessionFolder(request, db)
    if (request.folder !== undefined) settingsChanged()
    return view
  },
  'get-preferences': (_request, { db }) => readPreferences(db),
  'set-preferences': async ({ preferences, fresh }, { db, settingsChanged }) => {
    const changed = await changePreferences(db, preferences, fresh)
    settingsChanged()
    return changed
  },
  'storage-health': async (_request, { db }) => {
    const [figures, lastBackup] = await Promise.all([readFigures(db), readLastBackup(db)])
    return { ...figures, lastBackup }
  },
  export: exportAnyway,
  'look-into-import': async (request, { db }) => (await import('./archive.ts')).lookIntoImport(request, db),
  import: async (request, { db, sessionsChanged }) =>
    (await import('./archive.ts')).importFile(request, db, sessionsChanged),
  'find-damaged': (_request, { db }) => findDamaged(db),
  'delete-damaged-session': async (request, { db, sessionsChanged }) =>
    (await import('./archive.ts')).deleteDamaged(request, db, sessionsChanged),
  'get-backup': async (_request, { db }) => (await import('../backups.ts')).viewBackup(db),
  'set-backup': async (request, { db, settingsChanged }) => {
    const view = await (await import('../backups.ts')).setBackup(request, db)
    settingsChanged()
    return view
  },
  'backup-now': async (_request, { db, settingsChanged }) => {
    const view = await (await import('../backups.ts')).backupNow(db)
    settingsChanged()
    return view
  },
  'retry-commit': async (_request, { retryCommit }) => {
    retryCommit()
    return null
  },
}

/** An archive is made whatever has become of this worker's storage (DESIGN 7: "export still works"), so it does not wait for it. */
export async function exportAnyway(request: Extract<Request, { kind: 'export' }>): Promise<Results['export']> {
  return (await import('./archive.ts')).exportFile(request)
}

/** Rejects with Refused (a sentence for the person) or with what storage rejected with. */
export function answerRequest(request: Request, environment: RequestEnvironment): Promise<unknown> {
  const handler = HANDLERS[request.kind] as (request: Request, environment: RequestEnvironment) => Promise<unknown>
  return handler(request, environment)
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    // it was moved, changed or taken away since it was chosen
    throw new Refused('It cannot be read any more. Choose it again.')
  }
}

async function streamsOf(sessionId: string, { db, liveStreams }: RequestEnvironment): Promise<StreamSnapshot[]> {
  const live = await liveStreams(sessionId)
  if (live !== null) return live
  return (await readStreams(db, sessionId)).map(({ cut, attempt, start, blocks }) => ({
    cut,
    attempt,
    start,
    way: 'asked',
    blocks,
    live: false,
  }))
}

async function viewOf(db: Database, provider: Provider): Promise<ProviderView> {
  return { ...provider, hasKey: await hasSecret(db, provider.id, originOf(provider.baseUrl)) }
}

/** The page checks as well, to show problems at the field; what counts is this. */
function checkedProvider(provider: Provider): Provider {
  if (provider.kind === 'demo' || provider.id === DEMO_PROVIDER.id)
    throw new Refused('The demo model needs no settings.')
  const baseUrl = parseBaseUrl(provider.baseUrl)
  if (typeof baseUrl !== 'string') throw new Refused(baseUrl.problem)
  return { ...provider, kind: kindFor(provider.kind, baseUrl), baseUrl }
}
