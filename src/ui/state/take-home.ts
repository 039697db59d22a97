import type { Results } from '../../protocol/from-worker.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** Gives an archive of one session, or of everything with the settings. Rejects with an Error whose message is a sentence for the person. */
export function useTakeHome(): (sessionId: string | undefined) => Promise<Results['export']> {
  const ask = useAsk()
  const { actions } = useApp()
  return async (sessionId) => {
    const all = sessionId === undefined
    const exported = await ask({ kind: 'export', sessionIds: all ? null : [sessionId], settings: all })
    void actions.loadHealth()
    return exported
  }
}
