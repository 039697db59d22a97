import { onCleanup } from 'solid-js'
import type { FileChange } from '../../agent/content.ts'
import type { Delivery } from '../../agent/message.ts'
import type { UserIntent } from '../../agent/user-intent.ts'
import type { FromWorker } from '../../protocol/from-worker.ts'
import type { Command } from '../../protocol/to-worker.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { makeTellPerson } from '../notifications/tell-person.ts'
import type { Connection } from '../worker-link/connection.ts'
import { makeFrameQueue } from '../worker-link/frame-queue.ts'
import { askToKeep } from './ask-to-keep.ts'
import type { Drafts } from './drafts.ts'
import { sessionActions } from './session-actions.ts'
import type { Store } from './store.ts'
import type { StreamMessage } from './stream-view.ts'

/** What a person can do, and what the worker's messages cause. Components call these; none of them sees the connection's wire. */
export type Actions = ReturnType<typeof makeActions>

const TAIL = 40
const PAGE = 50

export function makeActions(connection: Connection, store: Store, drafts: Drafts) {
  const { state } = store
  const asked = new Set<string>()
  /** Commands that change files: whether they applied is not seen at once. */
  const changedFiles = new Set<string>()
  /** Runs one request of a kind at a time; a second one meanwhile is answered by the first. */
  const once = async (key: string, ask: () => Promise<void>): Promise<void> => {
    if (asked.has(key)) return
    asked.add(key)
    try {
      await ask()
    } catch (error) {
      notify(messageOf(error))
    } finally {
      asked.delete(key)
    }
  }
  const notify = (text: string, undo: (() => void) | null = null): void =>
    store.set('notice', { id: crypto.randomUUID(), text, undo })

  const open = async (id: string): Promise<void> => {
    store.opening(id)
    try {
      for (let complete = false; !complete; ) {
        const result = await connection.request({ kind: 'open-session', sessionId: id, tail: TAIL })
        // its creation may still be under way: the acknowledgement asks again
        complete = (result === null && connection.isCreating(id)) || store.opened(id, result)
      }
    } catch (error) {
      store.openFailed(id, messageOf(error))
    }
  }
  const reopen = (id: string): Promise<void> => once(`open ${id}`, () => open(id))
  const reopenIfAbsent = (): void => {
    if (state.open && state.open.phase !== 'ready') void reopen(state.open.id)
  }
  const streams = makeFrameQueue<StreamMessage>((messages) => {
    const id = state.open?.id
    if (id === undefined || store.streams(messages)) return
    void once(`streams ${id}`, async () =>
      store.streamsLoaded(id, await connection.request({ kind: 'streams', sessionId: id })),
    )
  })

  /** Returns the command's id; null: it cannot be sent, which is told. */
  const command = (value: Command, id?: string): string | null => {
    const sent = connection.command(value, id)
    if (sent === null) {
      notify('This could not be sent: nothing was changed. Reload the page and try again.')
      return null
    }
    store.expectCommand(sent.id)
    if (!sent.kept)
      notify('This browser keeps nothing at the moment. Do not close this tab until the message is saved.')
    return sent.id
  }
  const input = (sessionId: string, value: UserIntent, id?: string): string | null =>
    command({ kind: 'input', sessionId, input: value }, id)
  const here = (value: UserIntent): string | null => (state.open ? input(state.open.id, value) : null)
  const text = (
    words: string,
    messageId: string = crypto.randomUUID(),
  ): UserIntent & { type: 'user-send-message' } => ({
    type: 'user-send-message',
    messageId,
    content: [{ type: 'text', text: words }],
    delivery: 'steer',
  })
  /** One that was begun and never used: nothing was said in it, and nothing is being written. */
  const unusedSession = () =>
    state.sessions?.find(
      ({ id, count, deletedAt, damaged, busy }) =>
        count === 0 && deletedAt === null && !damaged && !busy && drafts.read(id).text === '',
    )
  const createSession = (providerId: string, model: string, draft = ''): void => {
    const unused = draft === '' ? unusedSession() : undefined
    if (unused) {
      if (
        input(unused.id, { type: 'user-configure', config: { model: { providerId, model, thinking: 'off' } } }) !== null
      )
        location.hash = sessionHash(unused.id)
      return
    }
    const sessionId = crypto.randomUUID()
    if (draft !== '') drafts.write(sessionId, { text: draft, sentAs: null })
    if (command({ kind: 'create-session', sessionId, providerId, model, thinking: 'off' }) !== null)
      location.hash = sessionHash(sessionId)
  }

  const lookAgain = (): void => {
    if (state.open) void reopen(state.open.id)
    void once('sessions', async () => store.set('sessions', await connection.request({ kind: 'list-sessions' })))
  }

  window.addEventListener('storage', drafts.changedElsewhere)
  onCleanup(() => window.removeEventListener('storage', drafts.changedElsewhere))

  const person = makeTellPerson(connection.request, () => state.sessions, notify)

  return {
    notify,
    dismissNotice: (): void => store.set('notice', null),
    receive: (message: Exclude<FromWorker, { type: 'reply' }>): void => {
      switch (message.type) {
        case 'writer-changed':
          {
            // the last change of the writer before may never have been told
            const another = state.epoch !== 0 && message.role !== 'none'
            store.set('role', message.role)
            store.set('epoch', message.epoch)
            if (another) lookAgain()
          }
          return
        case 'acknowledged':
          drafts.delivered(message.id)
          store.forgetCommand(message.id)
          if (changedFiles.delete(message.id) && message.outcome === 'unapplied')
            notify('Nothing was changed: a file is not what it was any more. Look at it again.')
          return reopenIfAbsent()
        case 'refused':
          if (message.id === null) return notify(message.message)
          drafts.refused(message.id, message.message)
          store.forgetCommand(message.id)
          notify(message.message)
          return reopenIfAbsent()
        case 'delta':
          streams.flush()
          if (!store.delta(message)) void reopen(message.sessionId)
          return
        case 'stream':
          return streams.add(message)
        case 'progress':
          return store.progress(message)
        case 'activity':
          // without a service worker that keeps them, the files go with the version they belong to
          if (message.activity.codeMissing && state.role === 'writer' && navigator.onLine)
            store.set('applyUpdate', () => location.reload())
          return store.activity(message)
        case 'sessions-changed':
          person.call(message.sessions)
          return store.sessionsChanged(message.sessions)
        case 'notify':
          return void person.tell(message).catch((error: unknown) => console.error(error))
        case 'settings-changed':
          return void loadSettings()
        case 'storage-failed':
          return store.set('fault', message.fault)
      }
    },
    /** Shows session `id`; null: none. */
    show: (id: string | null): void => {
      const before = state.open?.id
      if (before !== undefined && before !== id)
        void once(`close ${before}`, async () => {
          await connection.request({ kind: 'close-session', sessionId: before })
        })
      if (id === null) store.opening(null)
      else void open(id)
    },
    reopen,
    loadAll: async (): Promise<void> => {
      await Promise.all([
        once('sessions', async () => store.set('sessions', await connection.request({ kind: 'list-sessions' }))),
        loadSettings(),
      ])
    },
    /** Loads the page of rows that `n` stands in. */
    loadRowsAround: (n: number): void => {
      const session = state.open
      if (!session?.view || n < 0 || session.rows[n] || session.damaged[n]) return
      const { id } = session
      const from = Math.floor(n / PAGE) * PAGE
      void once(`rows ${id} ${from}`, async () => {
        const { messages, damaged } = await connection.request({ kind: 'rows', sessionId: id, from, to: from + PAGE })
        store.rowsLoaded(id, messages, damaged)
      })
    },
    loadFiles: (): void => {
      const id = state.open?.id
      if (id === undefined) return
      void once(`files ${id}`, async () =>
        store.filesLoaded(id, (await connection.request({ kind: 'files', sessionId: id })).files),
      )
    },
    loadHealth: (): Promise<void> =>
      once('health', async () => store.set('health', await connection.request({ kind: 'storage-health' }))),
    blob: (sha: string) => connection.request({ kind: 'blob', sha }),
    retryCommit: (): void =>
      void once('retry', async () => {
        await connection.request({ kind: 'retry-commit' })
      }),
    createSession,
    createDemo: (task: string): void => createSession(DEMO_PROVIDER.id, DEMO_PROVIDER.model, task),
    ...sessionActions(here),
    /** A button of a notification was pressed. */
    answer: async (sessionId: string, answer: unknown): Promise<void> => {
      const said = (await import('../notifications/call-person.ts')).readAnswer(answer)
      if (said !== null) input(sessionId, said)
    },
    /** Compare-and-set: all of them, or none, which is then said. `sessionId`: the open one, unless another may be open by now. */
    changeFiles: (files: FileChange[], sessionId = state.open?.id): void => {
      if (sessionId === undefined) return
      const id = input(sessionId, { type: 'user-change-files', files })
      if (id !== null) changedFiles.add(id)
    },
    renameSession: (id: string, title: string): void => void input(id, { type: 'user-name-session', title }),
    deleteSession: (id: string, title: string): void => {
      if (input(id, { type: 'user-delete-session' }) !== null)
        notify(`Deleted “${title}”`, () => void input(id, { type: 'user-restore-session' }))
    },
    /** The draft stays until the message is known to be on disk; sent again, it has the same id. Returns the command's id. */
    send: (sessionId: string, words: string, delivery: Delivery): string | null => {
      const message = { ...text(words, drafts.idOf(sessionId, words)), delivery }
      askToKeep()
      return input(sessionId, message, message.messageId)
    },
    /** A message that was not typed: the composer keeps its draft. */
    say: (words: string): void => void here(text(words)),
    /** Never answered by another change that is under way. Resolves also when it was refused, which is told. */
    setPreferences: async (preferences: Partial<Preferences>): Promise<void> => {
      try {
        store.set('preferences', await connection.request({ kind: 'set-preferences', preferences }))
      } catch (error) {
        notify(messageOf(error))
      }
    },
    request: connection.request,
    reloadProviders: loadProviders,
  }

  async function loadProviders(): Promise<void> {
    await once('providers', async () => store.set('providers', await connection.request({ kind: 'list-providers' })))
  }
  async function loadSettings(): Promise<void> {
    const preferences = once('preferences', async () =>
      store.set('preferences', await connection.request({ kind: 'get-preferences' })),
    )
    await Promise.all([loadProviders(), preferences])
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
