import { castDraft, type Draft } from 'mutative'
import type { Config } from '../../src/agent/config.ts'
import type { Delta } from '../../src/agent/delta-schema.ts'
import type { FileVersion } from '../../src/agent/file-version.ts'
import { type Head, lastActive } from '../../src/agent/head.ts'
import type { Message, QueuedMessage } from '../../src/agent/message.ts'
import type { Plan } from '../../src/agent/plan.ts'
import type { FileEntry } from '../../src/agent/state.ts'
import { status } from '../../src/agent/status.ts'
import type { TabDraft } from '../../src/agent/unsent-message.ts'
import type { AwayView } from '../../src/protocol/away.ts'
import type { BackupView } from '../../src/protocol/backups.ts'
import type { Command } from '../../src/protocol/command.ts'
import type { SessionItem, StreamSnapshot } from '../../src/protocol/common.ts'
import type { ContextView } from '../../src/protocol/context.ts'
import type { DevicesView } from '../../src/protocol/devices.ts'
import type { SessionFolderView } from '../../src/protocol/folders.ts'
import type { FromWorker } from '../../src/protocol/from-worker.ts'
import type { Given, ServerOffers } from '../../src/protocol/mcp-offers.ts'
import type { Port } from '../../src/protocol/port.ts'
import type { ProviderView } from '../../src/protocol/provider-list.ts'
import type { LocalServer, TestOutcome } from '../../src/protocol/providers.ts'
import type { RecurringView } from '../../src/protocol/recurring.ts'
import { inWords } from '../../src/protocol/refusals.ts'
import type { Request, RequestKind, Results } from '../../src/protocol/requests.ts'
import type { Services } from '../../src/protocol/services.ts'
import type { StorageHealth } from '../../src/protocol/storage.ts'
import { ToWorker } from '../../src/protocol/to-worker.ts'
import type { ToolView } from '../../src/protocol/tools.ts'
import type { UsageView } from '../../src/protocol/usage.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/settings/preferences.ts'
import type { StorageFault } from '../../src/settings/storage-fault.ts'
import { carryOut } from './fake-commands.ts'
import { answerDevice, fakeDevices } from './fake-devices.ts'
import { fakeInspect, fakeShare } from './fake-journal.ts'
import { fakeModels } from './fake-models.ts'
import { type FakeProjects, fakeProjects, refusalOfProject } from './fake-projects.ts'
import { fakeArtifacts, fakeConfig, fakeHead, lastOf } from './fake-rows.ts'
import { fakeFind, fakeSearch } from './fake-search.ts'
import { answerService } from './fake-services.ts'
import { answerSkill, type FakeSkill } from './fake-skills.ts'
import { linkedPair } from './linked-pair.ts'

const NOTHING_BROKE = { again: 0, twice: 0, takenUp: 0, repeated: 0, unknown: 0, run: 0 }

/**
 * The other end of the protocol, in memory and without a machine: tests define what it has and what it sends. It
 * answers every request, acknowledges every command (unless told not to), and records everything that it receives.
 */
export type FakeSession = {
  head: Draft<Head>
  config: Draft<Config>
  plan?: Draft<Plan> | null
  queue: Draft<QueuedMessage>[]
  messages: Draft<Message>[]
  files: Draft<FileEntry>[]
  streams: StreamSnapshot[]
}
export type FakeWorker = FakeProjects & {
  openPort: () => Port
  heard: ToWorker[]
  commands: () => { id: string; command: Command }[]
  requests: (kind: RequestKind) => Request[]
  sessions: Map<string, FakeSession>
  blobs: Map<string, Uint8Array>
  /** All versions of all files. */
  history: FileVersion[]
  /** Saved unsent drafts, by session and tab; all of them are listed. */
  drafts: Map<string, TabDraft>
  providers: ProviderView[]
  tools: ToolView[]
  preferences: Preferences
  memory: string
  health: StorageHealth
  damaged: Results['find-damaged']
  /** The result of every export, in addition to its sessions. */
  exported: Partial<Results['export']>
  /** The content of every archive. */
  foreign: Results['look-into-import']
  /** The progress of every import. */
  importProgress: Results['import-progress']
  /** The result of an import, unless existing sessions are to be imported again. */
  hereAlready: Partial<Results['import']>
  vault: Results['get-vault']
  context: ContextView
  usage: UsageView
  away: AwayView
  /** The backup settings; null: none. */
  backup: BackupView | null
  services: Services
  devices: DevicesView
  skills: FakeSkill[]
  recurring: RecurringView[]
  /** What MCP servers offer, and what they give. */
  offers: ServerOffers[]
  given: Given
  /** The linked folder of the open session. */
  folder: SessionFolderView | null
  test: TestOutcome
  localServers: LocalServer[]
  /** False: commands are received but not acknowledged. */
  acknowledges: boolean
  /** If set, every command is refused with these words. */
  refusal: string | null
  /** Requests of these kinds are refused with these words. */
  refuses: Map<RequestKind, string>
  /** Requests of these kinds are answered when their promise resolves. */
  waits: Map<RequestKind, Promise<unknown>>
  send: (message: FromWorker) => void
  /** A message that breaks the protocol. */
  sendRaw: (message: unknown) => void
  addSession: (id: string, messages: readonly Message[], head?: Partial<Head>) => FakeSession
  /** Changes a session and sends the delta, as a commit does. */
  commit: (id: string, change: { head?: Partial<Head>; messages?: readonly Message[]; delta?: Delta }) => void
  announceSessions: () => void
  fault: (fault: StorageFault) => void
}

export function makeFakeWorker(role: 'writer' | 'follower' | 'none' | 'unsaid' = 'writer'): FakeWorker {
  let port: Port | null = null
  const fake: FakeWorker = {
    openPort: () => {
      const [page, worker] = linkedPair()
      port = worker
      worker.listen((message) => receive(ToWorker.parse(message)))
      return page
    },
    heard: [],
    commands: () => fake.heard.flatMap((message) => (message.type === 'command' ? [message] : [])),
    requests: (kind) =>
      fake.heard.flatMap((message) =>
        message.type === 'request' && message.request.kind === kind ? [message.request] : [],
      ),
    sessions: new Map(),
    blobs: new Map(),
    history: [],
    drafts: new Map(),
    providers: [],
    tools: [],
    preferences: DEFAULT_PREFERENCES,
    memory: '',
    projects: [],
    projectFiles: new Map(),
    instructions: [],
    health: {
      persisted: false,
      usage: 12_400_000,
      quota: 2_000_000_000,
      level: 'fine',
      sessions: 0,
      damaged: [],
      lastBackup: null,
      backupWaits: false,
    },
    damaged: [],
    exported: {},
    vault: { state: 'none', lockAfter: null, oldTraces: false },
    foreign: { found: [], more: 0 },
    importProgress: null,
    hereAlready: {},
    usage: { rows: [], today: '2026-11-22' },
    context: {
      seq: 0,
      compressAbove: 12_000,
      window: { size: 16_000, maxOutput: null, by: 'person' },
      compressAt: 0.75,
      size: 9000,
      system: [{ title: 'System prompt', text: 'Be kind.', size: 2 }],
      cached: null,
      used: { models: [], run: null },
      tools: [{ name: 'read_file', size: 80 }],
      messages: [{ role: 'user', label: 'You', text: 'Hello', size: 2, how: 'full' }],
      listed: [],
      summary: null,
      json: '{}',
    },
    away: { ...{ answers: 0, calls: 0, files: 0, failures: 0, summaries: 0, messages: 0 }, ...NOTHING_BROKE },
    backup: null,
    services: { search: null, reader: null, relay: null, gitHost: null, servers: [] },
    devices: fakeDevices(),
    skills: [],
    recurring: [],
    offers: [],
    given: { files: [], removed: 0 },
    folder: null,
    localServers: [],
    test: { ok: true, message: 'It answers.', models: ['llama-3', 'qwen-3'] },
    acknowledges: true,
    refusal: null,
    refuses: new Map(),
    waits: new Map(),
    send: (message) => port?.send(message),
    sendRaw: (message) => port?.send(message),
    addSession: (id, messages, head = {}) => {
      const session: FakeSession = {
        head: { ...fakeHead(id, messages), ...castDraft(head) },
        config: fakeConfig(),
        queue: [],
        messages: castDraft(messages),
        files: [],
        streams: [],
      }
      fake.sessions.set(id, session)
      return session
    },
    commit: (id, { head = {}, messages = [], delta = {} }) => {
      const session = fake.sessions.get(id)
      if (!session) throw new Error(`No session ${id}`)
      for (const row of messages) session.messages[row.n] = castDraft(row)
      const after = session.head.seq
      const own = { seq: after + 1, count: session.messages.length, last: lastOf(session.messages) }
      session.head = { ...session.head, ...own, ...castDraft(head) }
      fake.send({
        type: 'delta',
        sessionId: id,
        after,
        seq: session.head.seq,
        delta: { head: session.head, ...(messages.length > 0 ? { messages } : {}), ...delta },
      })
    },
    announceSessions: () => fake.send({ type: 'sessions-changed', sessions: listSessions() }),
    fault: (fault) => fake.send({ type: 'storage-failed', fault }),
  }
  const carriedOut = new Set<string>()
  return fake

  function receive(message: ToWorker): void {
    fake.heard.push(message)
    if (message.type === 'hello' && role !== 'unsaid')
      fake.send({
        type: 'writer-changed',
        role,
        epoch: 1,
        ...(message.safe && role === 'writer' ? { safe: true } : {}),
      })
    if (message.type === 'request') answer(message.id, message.request)
    if (message.type !== 'command') return
    if (fake.refusal !== null) return fake.send({ type: 'refused', id: message.id, refusal: inWords(fake.refusal) })
    if (!fake.acknowledges) return
    // like the writer: a repeated command is recognised
    const known = carriedOut.has(message.id)
    carriedOut.add(message.id)
    if (!known) carryOut(fake, message.command)
    fake.send({ type: 'acknowledged', id: message.id, outcome: known ? 'known' : 'committed' })
  }
  function answer(id: string, request: Request): void {
    const reply = (): void => {
      const message = fake.refuses.get(request.kind) ?? refusalOf(request)
      fake.send(
        message === undefined
          ? { type: 'reply', id, result: resultOf(request) }
          : { type: 'refused', id, refusal: inWords(message) },
      )
    }
    const wait = fake.waits.get(request.kind)
    if (wait === undefined) reply()
    else void wait.then(reply)
  }
  function refusalOf(request: Request): string | undefined {
    if (request.kind === 'set-memory' && request.before !== undefined && request.before !== fake.memory)
      return 'Memory has changed meanwhile. Review it, then save again.'
    return refusalOfProject(fake, request)
  }
  function resultOf(request: Request): unknown {
    switch (request.kind) {
      case 'end-private':
        fake.sessions.delete(request.sessionId)
        return null
      case 'list-sessions':
        return listSessions()
      case 'open-session': {
        const session = fake.sessions.get(request.sessionId)
        if (!session) return null
        const { head, config, plan = null, queue, messages, streams } = session
        const hasFiles = session.files.length > 0 || fake.folder !== null
        return {
          view: { head, config, plan, queue, messages: messages.slice(-request.tail) },
          streams,
          damaged: [],
          hasFiles,
        }
      }
      case 'rows': {
        const session = fake.sessions.get(request.sessionId)
        return {
          seq: session?.head.seq ?? 0,
          messages: session?.messages.slice(request.from, request.to) ?? [],
          damaged: [],
        }
      }
      case 'streams':
        return fake.sessions.get(request.sessionId)?.streams ?? []
      case 'files': {
        const session = fake.sessions.get(request.sessionId)
        return { seq: session?.head.seq ?? 0, files: session?.files ?? [] }
      }
      case 'blob':
        return fake.blobs.get(request.sha) ?? null
      case 'put-blob':
        return { sha: '0'.repeat(64), size: 'size' in request.bytes ? request.bytes.size : request.bytes.length }
      case 'session-folder':
        if (request.folder !== undefined) fake.folder = request.folder && { folder: request.folder, allowed: true }
        return fake.folder
      case 'artifacts':
        return fakeArtifacts(fake.sessions.get(request.sessionId)?.messages ?? [], request.path)
      case 'file-history':
        return fake.history
      case 'keep-draft': {
        const key = `${request.sessionId}:${request.tab}`
        if (request.draft === null) fake.drafts.delete(key)
        else fake.drafts.set(key, { ...request.draft, tab: request.tab })
        return null
      }
      case 'list-drafts':
        return [...fake.drafts].flatMap(([key, draft]) => (key.startsWith(`${request.sessionId}:`) ? [draft] : []))
      case 'list-tools':
        return fake.tools
      case 'list-providers':
        return fake.providers
      case 'save-provider': {
        const view: ProviderView = { ...request.provider, hasKey: (request.key ?? '') !== '' }
        fake.providers = [...fake.providers.filter((known) => known.id !== view.id), view]
        return view
      }
      case 'delete-provider':
        fake.providers = fake.providers.filter((known) => known.id !== request.providerId)
        return null
      case 'test-provider':
        return fake.test
      case 'find-local-servers':
        return fake.localServers
      case 'list-models':
        return fake.test.models ?? []
      case 'begin-provider-sign-in':
        return { address: `https://openrouter.ai/auth?callback_url=${request.returnTo}` }
      case 'finish-provider-sign-in': {
        const [first] = fake.providers
        if (first === undefined) throw new Error('nothing was begun')
        return first
      }
      case 'get-preferences':
        return fake.preferences
      case 'set-preferences': {
        const given = Object.entries(request.preferences).filter(([, value]) => value !== undefined)
        fake.preferences = { ...fake.preferences, ...Object.fromEntries(given) }
        return fake.preferences
      }
      case 'get-memory':
        return fake.memory
      case 'set-memory':
        fake.memory = request.text
        return fake.memory
      case 'storage-health':
        return { ...fake.health, sessions: fake.sessions.size }
      case 'export':
        return {
          file: new Blob(['archive']),
          name: 'reflexor-export.zip',
          sessions: fake.sessions.size,
          raw: false,
          notes: [],
          missing: 0,
          ...fake.exported,
        }
      case 'find-damaged':
        return fake.damaged
      case 'look-into-import':
        return fake.foreign
      case 'import':
        return {
          sessions: [],
          refused: [],
          stopped: fake.requests('import-progress').some((asked) => 'stop' in asked && asked.stop),
          ...(!('again' in request && request.again) && fake.hereAlready),
        }
      case 'import-progress':
        return fake.importProgress
      case 'get-vault':
      case 'lock-vault':
      case 'set-lock-after':
      case 'give-up-keys':
        return fake.vault
      case 'forget-old-traces':
        fake.vault = { ...fake.vault, oldTraces: false }
        return fake.vault
      case 'unlock-vault':
        fake.vault = { ...fake.vault, state: 'open' }
        return fake.vault
      case 'set-passphrase':
        fake.vault = {
          ...fake.vault,
          state: request.passphrase === null ? 'none' : 'open',
          lockAfter: request.lockAfter,
        }
        return fake.vault
      case 'backup-now':
      case 'get-backup':
      case 'set-backup':
        return fake.backup
      case 'context':
        return fake.context
      case 'models':
        return fakeModels(request.of === undefined ? fake.providers : [request.of])
      case 'usage':
        return fake.usage
      case 'search':
        return fakeSearch(fake.sessions, request.query, request.only)
      case 'find-in-session':
        return fakeFind(fake.sessions, request)
      case 'inspect-journal':
      case 'inspect-version':
      case 'inspect-past':
      case 'inspect-input':
      case 'inspect-wire':
      case 'inspect-report':
      case 'record-wire':
      case 'forget-wire':
      case 'end-inspect':
        return fakeInspect(fake.sessions.get(request.sessionId), request)
      case 'share-contents':
      case 'share-rows':
      case 'share-text':
        return fakeShare(fake, request)
      case 'black-box':
        return { file: new Blob(['black box']), sessions: 1 }
      case 'away':
        return fake.away
      case 'left-behind':
        return { acts: [{ tool: 'notify', count: 1 }], files: [{ path: 'notes.md', blob: null }] }
      case 'list-projects':
      case 'get-project':
      case 'create-project':
      case 'save-project':
      case 'delete-project':
      case 'project-files':
      case 'change-project-files':
      case 'instruction-files':
      case 'decide-instructions':
        return fakeProjects(fake, request)
      case 'end-search':
      case 'delete-damaged-session':
      case 'close-session':
      case 'retry-commit':
        return null
      case 'get-devices':
      case 'test-storage':
      case 'connect-storage':
      case 'connect-by-code':
      case 'read-code':
      case 'make-code':
      case 'pause-storage':
      case 'forget-storage':
      case 'list-devices':
      case 'name-device':
      case 'remove-device':
      case 'measure-storage':
      case 'empty-storage':
      case 'choose-shared':
      case 'session-sharing':
      case 'late-result':
        return answerDevice(fake.devices, request)
      case 'list-recurring':
        return fake.recurring
      case 'save-recurring': {
        const { kind: _kind, ...saved } = request
        fake.recurring = [...fake.recurring.filter(({ id }) => id !== saved.id), { ...saved, next: 1_000_000 }]
        return null
      }
      case 'stop-recurring':
        fake.recurring = fake.recurring.filter(({ id }) => id !== request.id)
        return null
      case 'list-mcp-offers':
        return fake.offers
      case 'get-mcp-prompt':
      case 'read-mcp-resource':
        return fake.given
      case 'list-skills':
      case 'read-skill':
      case 'add-skills':
      case 'set-skill':
      case 'delete-skill':
      case 'write-skill':
      case 'draft-skill':
      case 'export-skill':
        return answerSkill(fake.skills, request)
      default:
        return answerService(fake.services, request)
    }
  }
  function listSessions(): SessionItem[] {
    return [...fake.sessions].map(([id, { head }]) => ({
      id,
      title: head.title ?? '',
      timestamp: lastActive(head),
      createdAt: head.createdAt,
      ...(head.plan && { plan: head.plan }),
      ...(head.project !== undefined && { project: head.project }),
      ...(head.origin && { origin: head.origin }),
      status: status(head).type,
      busy: head.live.length > 0,
      count: head.count,
      deletedAt: head.deletedAt,
      ...(head.count === 0 && head.title === null && { untouched: true }),
    }))
  }
}
