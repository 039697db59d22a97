import type { SessionItem } from '../../protocol/common.ts'
import type { FromWorker } from '../../protocol/from-worker.ts'
import type { ReadRows } from './call-person.ts'

/** What the worker's messages tell a person who may look elsewhere. The code of notifications is loaded when one is due. */
export function makeTellPerson(
  readRows: ReadRows,
  known: () => readonly SessionItem[] | null,
  notify: (text: string) => void,
) {
  return {
    /** A tool wants to be heard: outside the page, or in it. */
    tell: async (message: Extract<FromWorker, { type: 'notify' }>): Promise<void> =>
      (await import('./notification.ts')).notifyOrTell(message, notify),
    /** Sessions that ended, that wait for the person now, or do so no longer; before the store knows of it. */
    call: (sessions: readonly SessionItem[]): void => {
      if (document.hidden) {
        // as they are now: the store changes them
        const before = sessions.map(({ id }) => ({ ...known()?.find((item) => item.id === id) }))
        void import('./attention.ts').then(({ callAttention }) => callAttention(sessions, before)).catch(console.error)
      }
      if (!('Notification' in window) || Notification.permission !== 'granted') return
      const waits = (item: SessionItem | undefined): boolean => item?.status === 'waiting-for-you'
      for (const item of sessions)
        if (waits(item) || waits(known()?.find(({ id }) => id === item.id)))
          void import('./call-person.ts').then((code) => code.callPerson(item, readRows)).catch(console.error)
    },
  }
}
