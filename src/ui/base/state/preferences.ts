import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** What the settings ask about themselves. Each rejects with an Error whose message is a sentence for the person. */
export function usePreferences() {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    listTools: () => ask({ kind: 'list-tools' }),
    /** Resolves when the storage is open and what is stored can be read. */
    read: () => ask({ kind: 'get-preferences' }),
    /** Gives up what is stored, because it cannot be read. */
    startFresh: async (): Promise<void> => {
      await ask({ kind: 'set-preferences', preferences: {}, fresh: true })
      await actions.loadAll()
    },
  }
}
