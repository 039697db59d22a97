import type { Results } from '../../protocol/from-worker.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** What a person does with the archives of others and with what is damaged. Each rejects with an Error whose message is a sentence for them. */
export function useArchive() {
  const ask = useAsk()
  const { actions } = useApp()
  const lookAgain = () => Promise.all([actions.loadAll(), actions.loadHealth()])
  return {
    /** What of the archive a model would get although the transcript does not show it. */
    lookInto: (file: File) => ask({ kind: 'look-into-import', file }),
    /** `keep`: ids of what was found by looking and is wanted. */
    bringIn: async (file: File, keep: string[]): Promise<Results['import']> => {
      const report = await ask({ kind: 'import', file, keep })
      await lookAgain()
      return report
    },
    findDamaged: () => ask({ kind: 'find-damaged' }),
    /** Not to be undone. */
    removeDamaged: async (sessionId: string): Promise<void> => {
      await ask({ kind: 'delete-damaged-session', sessionId })
      await lookAgain()
    },
  }
}
