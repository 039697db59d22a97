import { isPrivateSession, privateId } from '../../../settings/private-session.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { messageOf } from './message-of.ts'
import type { Beginning } from './say.ts'

/** Sessions that this tab keeps in memory alone. */
export function usePrivate() {
  const { actions, state } = useApp()
  const ask = useAsk()
  return {
    /** Makes one and opens it. False: it could not be sent, and the person was told. */
    begin: (beginning: Beginning): boolean => {
      const sessionId = privateId(crypto.randomUUID())
      if (actions.outgoing.create(sessionId, beginning) === null) return false
      location.hash = sessionHash(sessionId)
      return true
    },
    /** Ends it, with its copies and helpers: nothing is left of them. */
    end: async (sessionId: string): Promise<void> => {
      try {
        await ask({ kind: 'end-private', sessionId })
        if (state.open !== null && isPrivateSession(state.open.id)) location.hash = '#/'
        await actions.loadAll()
      } catch (error) {
        actions.notify(messageOf(error))
      }
    },
  }
}
