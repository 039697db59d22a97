import type { Command } from '../../../src/protocol/command.ts'
import type { Request } from '../../../src/protocol/requests.ts'
import { makeDrafts } from '../../../src/ui/base/state/drafts.ts'
import { type Heard, makeConnection } from '../../../src/ui/base/worker-link/connection.ts'
import { makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'
import { readLeftEpoch, watchPage } from '../../../src/ui/base/worker-link/page-life.ts'
import { countAwake } from './awake.ts'
import {
  canWrite,
  committedCommands,
  corruptRow,
  dump,
  filesOnDisk,
  folderOf,
  loseBlob,
  places,
  repair,
  takeDatabase,
} from './database.ts'
import { makeKept } from './kept.ts'
import { makeSessionViews, TAIL } from './session-views.ts'

/**
 * A bare page of the product: its real connection, outbox and life of a page round the real worker of the build beside
 * it (`?worker=`), without the components. The rig asks it what it knows; everything it is told to send goes the way of
 * a person's command.
 */
const query = new URLSearchParams(location.search)
const awake = countAwake()
const report: {
  acknowledged: Record<string, string>
  refused: Record<string, string>
  faults: string[]
  bad: string[]
  /** Sessions that were exported and imported again, by their new ids. */
  copies: string[]
} = {
  acknowledged: {},
  refused: {},
  faults: [],
  bad: [],
  copies: [],
}
/** Begins the ids of commands that make branches. */
const BRANCH = 'branch-'
/** As `src/worker/main.ts` says it. */
const NOT_LOADED = /Couldn’t load the worker/
let role = 'none'
let epoch = 0

const outbox = makeOutbox(localStorage, ({ message }) => report.bad.push(message))
const foundInOutbox = outbox.entries().map(({ id }) => id)
const kept = makeKept(localStorage, outbox, committedCommands)
// as every page of the product does: what another tab has typed and sent is dealt with by whoever hears of it
const drafts = makeDrafts(localStorage, outbox)
const connection = makeConnection({
  openPort: () => {
    const worker = new Worker(query.get('worker') ?? '', { type: 'module', name: location.search })
    worker.addEventListener('error', (event) => {
      // it, or what it begins with, could not be loaded, because the network went away: this page has no service worker
      if (event.message && !NOT_LOADED.test(event.message)) report.bad.push(`worker: ${event.message}`)
    })
    return {
      send: (message, transfer) => worker.postMessage(message, transfer ?? []),
      listen: (listener) => {
        worker.onmessage = ({ data }) => listener(data)
      },
      close: () => worker.terminate(),
    }
  },
  outbox,
  hello: () => ({ safe: false, leftEpoch: readLeftEpoch(localStorage), online: navigator.onLine }),
  onMessage: receive,
  onBadMessage: (problem) => report.bad.push(problem),
})
const sessions = makeSessionViews((sessionId) => connection.request({ kind: 'open-session', sessionId, tail: TAIL }))

function receive(message: Heard): void {
  if (message.type === 'writer-changed') {
    role = message.role
    epoch = message.epoch
    sessions.reopenAll()
  }
  if (message.type === 'acknowledged') {
    report.acknowledged[message.id] = message.outcome
    kept.answered(message.id)
    drafts.delivered(message.id)
    if (message.id.startsWith(BRANCH) && message.outcome !== 'unapplied')
      report.copies.push(message.id.slice(BRANCH.length))
  }
  if (message.type === 'refused' && message.id !== null) {
    report.refused[message.id] = message.words
    kept.answered(message.id)
    drafts.refused(message.id, message.words)
  }
  if (message.type === 'storage-failed') report.faults.push(message.fault.kind)
  if (message.type === 'activity' && message.activity.fault) report.faults.push(message.activity.fault.kind)
  if (message.type === 'sessions-changed')
    for (const { id, helps } of message.sessions) if (helps) void sessions.watch(id)
  if (message.type === 'delta') sessions.receive(message)
}

async function copy(sessionId: string): Promise<void> {
  try {
    const { file } = await connection.request({ kind: 'export', sessionIds: [sessionId], settings: false })
    const { sessions } = await connection.request({ kind: 'import', file, again: true })
    report.copies.push(...sessions.map(({ id }) => id))
  } catch (error) {
    // another writer has taken over, storage fails, the session is not there yet; but what we have written we can read
    const words = String(error)
    if (/out of order|can’t be replayed|doesn’t match|incomplete|is invalid|belong together/.test(words))
      report.bad.push(`copy of ${sessionId}: ${words}`)
    else console.info(`copy of ${sessionId}: ${words}`)
  }
}

const torture = {
  watch: (ids: string[]): void => {
    for (const id of ids) void sessions.watch(id)
  },
  command: (id: string, command: Command): true => {
    if (!outbox.has(id)) connection.command(command, id)
    return true
  },
  /** Commands that stood in the outbox when this page was loaded. */
  foundInOutbox: (): string[] => foundInOutbox,
  lost: kept.lost,
  request: (request: Request): Promise<unknown> => connection.request(request as never),
  poll: () => ({ role, epoch, awake: awake(), sessions: sessions.notes(), ...report }),
  views: () => Object.fromEntries(sessions.views),
  dump: async (): Promise<string> => JSON.stringify(await dump()),
  putText: async (text: string): Promise<{ sha: string; size: number }> =>
    connection.request({ kind: 'put-blob', bytes: new TextEncoder().encode(text) }),
  filesOnDisk,
  /** False: the session is not there yet. */
  linkFolder: async (sessionId: string): Promise<boolean> => {
    const folder = await folderOf(sessionId)
    const linked = connection.request({ kind: 'session-folder', sessionId, folder })
    return linked.then(
      (view) => view !== null,
      () => false,
    )
  },
  copy: (sessionId: string): true => {
    void copy(sessionId)
    return true
  },
  /** Of its first `count` rows. */
  branch: (sessionId: string, from: string, count: number): true => {
    connection.command(
      { kind: 'branch-session', sessionId, from, at: { count }, variant: count % 2 === 0 },
      BRANCH + sessionId,
    )
    return true
  },
  places,
  corruptRow,
  loseBlob,
  repair,
  takeDatabase,
  canWrite,
  /** Who holds or waits for locks, as `mode name (held or pending)`. */
  locks: async (): Promise<string[]> => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return [
      ...held.map(({ mode, name }) => `${mode} ${name} (held)`),
      ...pending.map(({ mode, name }) => `${mode} ${name} (pending)`),
    ]
  },
  setClock: (offset: number): void => {
    const channel = new BroadcastChannel('reflexor-test-clock')
    channel.postMessage(offset)
    channel.close()
  },
}
export type Torture = typeof torture
Object.assign(globalThis, { torture })

// without a worker the page only looks at the database, or damages it
if (query.has('worker')) {
  connection.start()
  watchPage(connection, { writerEpoch: () => (role === 'writer' ? epoch : null), onReturn: sessions.reopenAll })
}
