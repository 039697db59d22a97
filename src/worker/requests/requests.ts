import { ARCHIVE_REQUESTS } from '../../protocol/archive.ts'
import { BACKUP_REQUESTS } from '../../protocol/backups.ts'
import { DEVICE_REQUESTS } from '../../protocol/devices.ts'
import { FOLDER_REQUESTS } from '../../protocol/folders.ts'
import { INSPECT_REQUESTS } from '../../protocol/inspect.ts'
import { MCP_OFFER_REQUESTS } from '../../protocol/mcp-offers.ts'
import { MEMORY_REQUESTS } from '../../protocol/memory.ts'
import { PROJECT_REQUESTS } from '../../protocol/projects.ts'
import { RECURRING_REQUESTS } from '../../protocol/recurring.ts'
import { type Request, rowOf } from '../../protocol/requests.ts'
import { SEARCH_REQUESTS } from '../../protocol/search.ts'
import { SERVICE_REQUESTS } from '../../protocol/services.ts'
import { SHARE_REQUESTS } from '../../protocol/share.ts'
import { SKILL_REQUESTS } from '../../protocol/skills.ts'
import { VAULT_REQUESTS } from '../../protocol/vault.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import { KeyChanged, VaultLocked } from '../../storage/settings/vault-lock.ts'
import { askOtherTabs } from '../ports/when-unlocked.ts'
import { refused } from '../refused.ts'
import type { Handlers, HandlersOf, RequestEnvironment } from '../request-handlers.ts'
import { DRAFT_HANDLERS } from './drafts.ts'
import { exportAnyway } from './export-anyway.ts'
import { FILE_HANDLERS } from './files.ts'
import { PREFERENCE_HANDLERS } from './preferences.ts'
import { PROVIDER_HANDLERS } from './providers.ts'
import { SESSION_HANDLERS } from './sessions.ts'
import { STORAGE_HANDLERS } from './storage.ts'
import { VIEW_HANDLERS } from './views.ts'

type Handler = (request: Request, environment: RequestEnvironment) => Promise<unknown>

/** The handlers of a table whose code is loaded on its first request. */
function later<Table extends object>(table: Table, load: () => Promise<HandlersOf<Table>>): HandlersOf<Table> {
  const handlerOf = (kind: string): Handler => {
    return async (request, environment) => {
      const loaded: Record<string, unknown> = await load()
      return (loaded[kind] as Handler)(request, environment)
    }
  }
  return Object.fromEntries(Object.keys(table).map((kind) => [kind, handlerOf(kind)])) as never
}

/** Requests that a page sends to its own worker, writer or not: reads of committed rows, and settings. */
const HANDLERS: Handlers = {
  ...SESSION_HANDLERS,
  ...DRAFT_HANDLERS,
  ...FILE_HANDLERS,
  ...PROVIDER_HANDLERS,
  ...PREFERENCE_HANDLERS,
  ...STORAGE_HANDLERS,
  ...VIEW_HANDLERS,
  export: exportAnyway,
  // most people have none: its code is loaded with the first one
  'list-projects': async (_request, { db }) =>
    (await db.count('projects')) === 0 ? [] : (await import('../../storage/projects/projects.ts')).listProjects(db),
  ...later(ARCHIVE_REQUESTS, async () => (await import('./archive.ts')).ARCHIVE_HANDLERS),
  ...later(BACKUP_REQUESTS, async () => (await import('./backups.ts')).BACKUP_HANDLERS),
  ...later(DEVICE_REQUESTS, async () => (await import('./devices.ts')).DEVICE_HANDLERS),
  ...later(FOLDER_REQUESTS, async () => (await import('./folders.ts')).FOLDER_HANDLERS),
  ...later(INSPECT_REQUESTS, async () => (await import('../inspect/inspect.ts')).INSPECT_HANDLERS),
  ...later(MCP_OFFER_REQUESTS, async () => (await import('./mcp-offers.ts')).MCP_OFFER_HANDLERS),
  ...later(MEMORY_REQUESTS, async () => (await import('./memory.ts')).MEMORY_HANDLERS),
  ...later(PROJECT_REQUESTS, async () => (await import('./projects.ts')).PROJECT_HANDLERS),
  ...later(RECURRING_REQUESTS, async () => (await import('./recurring.ts')).RECURRING_HANDLERS),
  ...later(SEARCH_REQUESTS, async () => (await import('./search.ts')).SEARCH_HANDLERS),
  ...later(SERVICE_REQUESTS, async () => (await import('./services.ts')).SERVICE_HANDLERS),
  ...later(SHARE_REQUESTS, async () => (await import('../share/share.ts')).SHARE_HANDLERS),
  ...later(SKILL_REQUESTS, async () => (await import('./skills.ts')).SKILL_HANDLERS),
  ...later(VAULT_REQUESTS, async () => (await import('./vault.ts')).VAULT_HANDLERS),
}

/** Rejects with Refused or with the storage's error. */
export async function answerRequest(request: Request, environment: RequestEnvironment): Promise<unknown> {
  const { needsKey, changesSettings } = rowOf(request.kind)
  const handler = HANDLERS[request.kind] as Handler
  try {
    const there = await whereItIs(request, environment)
    if (there === null) return null
    if (needsKey) await askOtherTabs(environment.db)
    const answer = await handler(request, there)
    if (changesSettings) there.settingsChanged()
    return answer
  } catch (error) {
    if (error instanceof VaultLocked) throw refused('keys-locked')
    throw error instanceof KeyChanged ? refused('passphrase-changed') : error
  }
}

/** What a person does for later, or for other devices: a private session has neither. */
const NOT_PRIVATE: ReadonlySet<Request['kind']> = new Set<Request['kind']>(['save-recurring', 'session-sharing'])

/**
 * The database of the request's session: a private one is in memory. null: nothing is there to be opened. Rejects with
 * Refused.
 */
async function whereItIs(request: Request, environment: RequestEnvironment): Promise<RequestEnvironment | null> {
  const sessionId = 'sessionId' in request ? request.sessionId : null
  if (typeof sessionId !== 'string' || !isPrivateSession(sessionId)) return environment
  if (request.kind === 'end-private' || request.kind === 'close-session') return environment
  if (NOT_PRIVATE.has(request.kind)) throw refused('not-in-private')
  const memory = await (await environment.privately?.())?.of(sessionId)
  if (memory) {
    const { db, writer } = memory
    return { ...environment, db, liveStreams: writer.streams, machine: writer.machine, settingsChanged: () => {} }
  }
  if (request.kind === 'open-session') return null
  throw refused('private-ended')
}
