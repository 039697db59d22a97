import type { ArchiveKind } from '../../protocol/archive.ts'
import type { BackupKind } from '../../protocol/backups.ts'
import type { DeviceKind } from '../../protocol/devices.ts'
import type { FolderKind } from '../../protocol/folders.ts'
import type { MemoryKind } from '../../protocol/memory.ts'
import type { ProjectKind } from '../../protocol/projects.ts'
import type { RecurringKind } from '../../protocol/recurring.ts'
import type { SearchRequest } from '../../protocol/search.ts'
import type { ServiceKind } from '../../protocol/services.ts'
import type { SkillKind } from '../../protocol/skills.ts'
import type { VaultKind } from '../../protocol/vault.ts'
import type { Handlers, HandlersOf, RequestEnvironment } from './handlers.ts'

/** Domains whose code is loaded on their first request. */
type Later =
  | ServiceKind
  | FolderKind
  | ArchiveKind
  | BackupKind
  | VaultKind
  | SearchRequest
  | MemoryKind
  | ProjectKind
  | DeviceKind
  | SkillKind
  | RecurringKind
  | 'context'
  | 'left-behind'
  | 'inspect'
  | 'away'
  | 'share'
  | 'black-box'
  | 'usage'
  | 'models'

function service<Kind extends ServiceKind>(kind: Kind): Handlers[Kind] {
  const handler = async (request: never, environment: RequestEnvironment): Promise<unknown> => {
    const { SERVICE_HANDLERS } = await import('./services.ts')
    return SERVICE_HANDLERS[kind](request, environment)
  }
  return handler as Handlers[Kind]
}

function device<Kind extends DeviceKind>(kind: Kind): Handlers[Kind] {
  const handler = async (request: never, environment: RequestEnvironment): Promise<unknown> => {
    const { DEVICE_HANDLERS } = await import('./devices.ts')
    return DEVICE_HANDLERS[kind](request, environment)
  }
  return handler as Handlers[Kind]
}

function skill<Kind extends SkillKind>(kind: Kind): Handlers[Kind] {
  const handler = async (request: never, environment: RequestEnvironment): Promise<unknown> => {
    const { SKILL_HANDLERS } = await import('./skills.ts')
    return SKILL_HANDLERS[kind](request, environment)
  }
  return handler as Handlers[Kind]
}

function recurring<Kind extends RecurringKind>(kind: Kind): Handlers[Kind] {
  const handler = async (request: never, environment: RequestEnvironment): Promise<unknown> => {
    const { RECURRING_HANDLERS } = await import('./recurring.ts')
    return RECURRING_HANDLERS[kind](request, environment)
  }
  return handler as Handlers[Kind]
}

/** Each handler is made for the kind that is its key. */
const byName = <Kind extends Later>(makers: { [Each in Kind]: (kind: Each) => Handlers[Each] }): HandlersOf<Kind> =>
  Object.fromEntries(
    Object.entries<(kind: never) => unknown>(makers).map(([kind, make]) => [kind, make(kind as never)]),
  ) as HandlersOf<Kind>

const memoryCode = () => import('./memory.ts')
const projectCode = () => import('./projects.ts')
const searchCode = async () => (await import('./search.ts')).SEARCH_HANDLERS
const vaultCode = () => import('./vault.ts')

/** An archive can be made in any state of this worker's storage, so it doesn’t wait for the storage. */
export const exportAnyway: (request: Parameters<Handlers['export']>[0]) => ReturnType<Handlers['export']> = async (
  request,
) => (await import('./archive.ts')).exportFile(request)

export const LATER_HANDLERS: HandlersOf<Later> = {
  ...byName<ServiceKind>({
    'list-services': service,
    'save-search-provider': service,
    'test-search-provider': service,
    'save-reader': service,
    'test-reader': service,
    'save-mcp-server': service,
    'test-mcp-server': service,
    'refresh-mcp-server': service,
    'trust-mcp-server': service,
    'delete-mcp-server': service,
    'begin-mcp-sign-in': service,
    'finish-mcp-sign-in': service,
    'sign-out-mcp-server': service,
  }),
  ...byName<DeviceKind>({
    'get-devices': device,
    'test-storage': device,
    'connect-storage': device,
    'connect-by-code': device,
    'read-code': device,
    'make-code': device,
    'pause-storage': device,
    'forget-storage': device,
    'list-devices': device,
    'name-device': device,
    'remove-device': device,
    'measure-storage': device,
    'empty-storage': device,
    'choose-shared': device,
    'session-sharing': device,
    'late-result': device,
  }),
  ...byName<RecurringKind>({
    'list-recurring': recurring,
    'save-recurring': recurring,
    'stop-recurring': recurring,
  }),
  ...byName<SkillKind>({
    'list-skills': skill,
    'read-skill': skill,
    'add-skills': skill,
    'set-skill': skill,
    'delete-skill': skill,
    'write-skill': skill,
    'draft-skill': skill,
    'export-skill': skill,
  }),
  'session-folder': async (request, { db, settingsChanged }) => {
    const view = await (await import('./folders.ts')).sessionFolder(request, db)
    if (request.folder !== undefined) settingsChanged()
    return view
  },
  context: async ({ sessionId }, { db }) =>
    JSON.stringify(await (await import('./context.ts')).viewContext(db, sessionId)),
  search: async (request, environment) => (await searchCode()).search(request, environment),
  'find-in-session': async (request, environment) => (await searchCode())['find-in-session'](request, environment),
  'end-search': async (request, environment) => (await searchCode())['end-search'](request, environment),
  'get-memory': async (_request, { db }) => (await memoryCode()).memory(db),
  'set-memory': async (request, { db, settingsChanged }) => {
    const text = await (await memoryCode()).setMemory(db, request)
    settingsChanged()
    return text
  },
  // most people have none: its code is loaded with the first one
  'list-projects': async (_request, { db }) =>
    (await db.count('projects')) === 0 ? [] : (await import('../../storage/projects/projects.ts')).listProjects(db),
  'get-project': async (request, { db }) => (await projectCode()).project(db, request),
  'create-project': async (request, { db, settingsChanged }) => {
    const made = await (await projectCode()).create(db, request)
    settingsChanged()
    return made
  },
  'save-project': async (request, { db, settingsChanged }) => {
    const saved = await (await projectCode()).save(db, request)
    settingsChanged()
    return saved
  },
  'delete-project': async (request, { db, settingsChanged }) => {
    const done = await (await projectCode()).remove(db, request)
    settingsChanged()
    return done
  },
  'project-files': async (request, { db }) => (await projectCode()).files(db, request),
  'change-project-files': async (request, { db, settingsChanged }) => {
    const files = await (await projectCode()).changeFiles(db, request)
    settingsChanged()
    return files
  },
  'instruction-files': async (request, { db }) => (await projectCode()).instructions(db, request),
  'decide-instructions': async (request, { db, settingsChanged }) => {
    const done = await (await projectCode()).decide(db, request)
    settingsChanged()
    return done
  },
  'left-behind': async ({ sessionId, count }, { db }) =>
    (await import('./branches.ts')).viewLeftBehind(db, sessionId, count),
  inspect: async (request, ports) => (await import('../inspect/inspect.ts')).inspect(request, ports),
  'black-box': async (request, { db }) => (await import('../share/black-box.ts')).saveBlackBox(db, request),
  share: async (request, { db }) => (await import('../share/share.ts')).share(request, db),
  away: async (request, { db }) =>
    (await import('../inspect/away.ts')).viewAway(db, request, async (sessionId) => {
      const { viewContext } = await import('./context.ts')
      return (await viewContext(db, sessionId)).size
    }),
  usage: async ({ of }, { db }) => JSON.stringify(await (await import('./usage.ts')).viewUsage(db, Date.now(), of)),
  models: async ({ of, again }, { db }) =>
    JSON.stringify(await (await import('./models.ts')).viewModels(db, of, again === true)),
  export: exportAnyway,
  'look-into-import': async (request, { db }) => (await import('./archive.ts')).lookIntoImport(request, db),
  import: async (request, { db, sessionsChanged }) =>
    (await import('./archive.ts')).importFile(request, db, sessionsChanged),
  'import-progress': async (request) => (await import('./archive.ts')).importProgress(request),
  'delete-damaged-session': async (request, { db, sessionsChanged }) =>
    (await import('./archive.ts')).deleteDamaged(request, db, sessionsChanged),
  'get-backup': async (_request, { db }) => (await import('./backups.ts')).viewBackup(db),
  'set-backup': async (request, { db, settingsChanged }) => {
    const view = await (await import('./backups.ts')).setBackup(request, db)
    settingsChanged()
    return view
  },
  'backup-now': async (_request, { db, settingsChanged }) => {
    const view = await (await import('./backups.ts')).backupNow(db)
    settingsChanged()
    return view
  },
  'get-vault': async (_request, { db }) => (await vaultCode()).view(db),
  'unlock-vault': async ({ passphrase }, { db }) => (await vaultCode()).unlock(db, passphrase),
  'lock-vault': async (_request, { db }) => (await vaultCode()).lock(db),
  'set-passphrase': async ({ passphrase, lockAfter }, { db, settingsChanged }) => {
    const view = await (await vaultCode()).setPassphrase(db, passphrase, lockAfter)
    settingsChanged()
    return view
  },
  'set-lock-after': async ({ lockAfter }, { db, settingsChanged }) => {
    const view = await (await vaultCode()).setLockAfter(db, lockAfter)
    settingsChanged()
    return view
  },
  'give-up-keys': async (_request, { db, settingsChanged }) => {
    const view = await (await vaultCode()).giveUp(db)
    settingsChanged()
    return view
  },
  'forget-old-traces': async (_request, { db, settingsChanged }) => {
    const view = await (await vaultCode()).forgetTraces(db)
    settingsChanged()
    return view
  },
}
