import type { Connection } from '../worker-link/connection.ts'
import { messageOf } from './message-of.ts'
import type { Store } from './store.ts'

/** What the page reads of its worker, into the store. */
export type Loading = ReturnType<typeof makeLoading>

const TAIL = 40
const PAGE = 50

/** Errors go to `notify`; nothing here rejects. */
export function makeLoading(connection: Connection, store: Store, notify: (text: string) => void) {
  const { state } = store
  const { request } = connection
  const going = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()
  const tell = (error: unknown): void => notify(messageOf(error))
  /** Runs one read of a kind at a time. A second call meanwhile gets the result of the first. */
  const once = (key: string, read: () => Promise<void>): Promise<void> => {
    const reading =
      going.get(key) ??
      read()
        .catch(tell)
        .finally(() => going.delete(key))
    going.set(key, reading)
    return reading
  }
  /** A read that is running may miss the newest change, so this waits for it and reads once more. */
  const anew = (key: string, read: () => Promise<void>): Promise<void> => {
    const first = going.get(key)
    if (first === undefined) return once(key, read)
    const second =
      waiting.get(key) ??
      first.then(() => {
        waiting.delete(key)
        return anew(key, read)
      })
    waiting.set(key, second)
    return second
  }
  const files = (): void => {
    const id = state.open?.id
    if (id === undefined) return
    void once(`files ${id}`, async () => {
      while (!store.filesLoaded(id, await request({ kind: 'files', sessionId: id }))) {}
    })
  }
  const read = async (id: string): Promise<void> => {
    try {
      for (let complete = false; !complete; ) {
        const result = await request({ kind: 'open-session', sessionId: id, tail: TAIL })
        // its creation may still be under way: the acknowledgement asks again
        complete = (result === null && connection.isCreating(id)) || store.opened(id, result)
      }
      if (state.open?.id === id && state.open.phase === 'ready' && state.open.files !== null) files()
    } catch (error) {
      store.openFailed(id, messageOf(error))
    }
  }
  const sessions = (): Promise<void> =>
    anew('sessions', async () => store.set('sessions', await request({ kind: 'list-sessions' })))
  const providers = (): Promise<void> =>
    anew('providers', async () => store.set('providers', await request({ kind: 'list-providers' })))
  const preferences = (): Promise<void> =>
    anew('preferences', async () => store.set('preferences', await request({ kind: 'get-preferences' })))
  const projects = (): Promise<void> =>
    anew('projects', async () => store.set('projects', await request({ kind: 'list-projects' })))
  const settings = async (): Promise<void> => void (await Promise.all([providers(), preferences(), projects()]))
  const reopen = (id: string): Promise<void> =>
    once(`open ${id}`, () => {
      if (state.open?.id === id && state.open.phase !== 'ready') store.opening(id)
      return read(id)
    })

  return {
    sessions,
    providers,
    settings,
    all: async (): Promise<void> => void (await Promise.all([sessions(), settings()])),
    reopen,
    /** Shows session `id`; null: none. */
    show: (id: string | null): void => {
      const before = state.open?.id
      if (before !== undefined && before !== id)
        void once(`close ${before}`, async () => void (await request({ kind: 'close-session', sessionId: before })))
      store.opening(id)
      if (id !== null) void read(id)
    },
    /** All text under way of session `id`. */
    streams: (id: string): Promise<void> =>
      once(`streams ${id}`, async () => store.streamsLoaded(id, await request({ kind: 'streams', sessionId: id }))),
    /** Loads the page of rows that contains `n`. */
    rowsAround: (n: number): void => {
      const session = state.open
      if (!session?.view || n < 0 || session.rows[n] || session.damaged[n]) return
      const { id } = session
      const from = Math.floor(n / PAGE) * PAGE
      void once(`rows ${id} ${from}`, async () => {
        while (!store.rowsLoaded(id, await request({ kind: 'rows', sessionId: id, from, to: from + PAGE }))) {}
      })
    },
    files,
    health: (): Promise<void> =>
      anew('health', async () => store.set('health', await request({ kind: 'storage-health' }))),
    retryCommit: (): void => void once('retry', async () => void (await request({ kind: 'retry-commit' }))),
  }
}
