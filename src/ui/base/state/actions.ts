import { onCleanup } from 'solid-js'
import { unwrap } from 'solid-js/store'
import type { Preferences } from '../../../settings/preferences.ts'
import { makeTellPerson } from '../notifications/tell-person.ts'
import type { Connection } from '../worker-link/connection.ts'
import type { Drafts } from './drafts.ts'
import { makeLoading } from './loading.ts'
import { memoryOfOpen } from './memory-of-open.ts'
import { messageOf } from './message-of.ts'
import { makeReceive } from './receive.ts'
import { makeSay } from './say.ts'
import { sessionActions } from './session-actions.ts'
import { makeSessions } from './sessions.ts'
import type { Store } from './store.ts'

/**
 * What a person can do from the first paint on. What lazily loaded parts do comes with them: `useProviders`, `useFiles`
 * and so on.
 */
export type Actions = ReturnType<typeof makeActions>['actions']

/**
 * The wires between the connection, the store and the person. `receive` takes every message of the worker that answers
 * no request.
 */
export function makeActions(connection: Connection, store: Store, drafts: Drafts) {
  const { request } = connection
  const notify = (text: string, undo: (() => void) | null = null): void =>
    store.set('notice', { id: crypto.randomUUID(), text, undo })
  const loading = makeLoading(connection, store, notify)
  const say = makeSay(connection, store, notify)
  const { endedFileChange, ...sessions } = makeSessions(say, store.state, drafts, notify)
  const readRows = async (sessionId: string, from: number, to: number) =>
    (await request({ kind: 'rows', sessionId, from, to })).messages
  const person = makeTellPerson(readRows, () => store.state.sessions, notify)

  window.addEventListener('storage', drafts.changedElsewhere)
  onCleanup(() => window.removeEventListener('storage', drafts.changedElsewhere))

  const actions = {
    notify,
    dismissNotice: (): void => store.set('notice', null),
    show: loading.show,
    reopen: loading.reopen,
    loadAll: loading.all,
    loadRowsAround: loading.rowsAround,
    letGo: store.letGo,
    loadFiles: loading.files,
    loadHealth: loading.health,
    reloadProviders: loading.providers,
    retryCommit: loading.retryCommit,
    /** null: it is missing. Rejects with an Error whose message is a sentence for the person. */
    blob: (sha: string) => request({ kind: 'blob', sha, ...memoryOfOpen(store.state) }),
    ...sessions,
    /** For parts that come later: what must not be lost goes this way. */
    outgoing: say,
    ...sessionActions(say.here, say.aim),
    /** Waits for its own change, not for another that is under way. False: refused; the person was told. */
    setPreferences: async (preferences: Partial<Preferences>): Promise<boolean> => {
      try {
        const now = Object.entries(unwrap(store.state.preferences))
        const known = Object.fromEntries(now.filter(([key]) => key in preferences))
        store.set('preferences', await request({ kind: 'set-preferences', preferences, known }))
        return true
      } catch (error) {
        notify(messageOf(error))
        return false
      }
    },
  }
  return { actions, receive: makeReceive({ store, drafts, loading, person, notify, endedFileChange }) }
}
