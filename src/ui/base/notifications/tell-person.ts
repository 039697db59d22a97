import type { SessionItem } from '../../../protocol/common.ts'
import type { FromWorker } from '../../../protocol/from-worker.ts'
import { isPrivateSession } from '../../../settings/private-session.ts'
import type { ReadRows } from './call-person.ts'

/** Turns worker messages into notifications. The code of notifications is loaded when one may be due. */
export function makeTellPerson(
  readRows: ReadRows,
  known: () => readonly SessionItem[] | null,
  notify: (text: string) => void,
) {
  let turn = Promise.resolve()
  return {
    /** A tool notifies the person: outside the page, or in it. */
    tell: async (message: Extract<FromWorker, { type: 'notify' }>): Promise<void> =>
      // the system keeps its notifications
      isPrivateSession(message.sessionId)
        ? notify(`${message.title}: ${message.text}`)
        : (await import('./notification.ts')).notifyOrTell(message, notify),
    /** Sessions that ended, that wait for the person now, or do so no longer; before the store knows of it. */
    call: (all: readonly SessionItem[]): void => {
      const sessions = all.filter(({ id }) => !isPrivateSession(id))
      if (sessions.length === 0) return
      if (!document.hidden && globalThis.Notification?.permission !== 'granted') return
      // as they are now: the store changes them
      const before = sessions.map(({ id }) => ({ ...known()?.find((item) => item.id === id) }))
      // the code may come later for an earlier change than for a later one
      turn = turn
        .then(() => import('./tell-changes.ts'))
        .then(({ tellChanges }) => void tellChanges(sessions, before, readRows).catch(console.error))
        .catch(console.error)
    },
  }
}
