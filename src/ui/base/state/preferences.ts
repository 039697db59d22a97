import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** Reading and resetting the preferences. All reject with an Error whose message is for the person. */
export function usePreferences() {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    listTools: () => ask({ kind: 'list-tools' }),
    /** Resolves when the storage is open and the preferences can be read. */
    read: () => ask({ kind: 'get-preferences' }),
    /** Discards stored preferences that cannot be read. */
    startFresh: async (): Promise<void> => {
      await ask({ kind: 'set-preferences', preferences: {}, fresh: true })
      await actions.loadAll()
    },
  }
}
