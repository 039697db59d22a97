import type { Results } from '../../../protocol/requests.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** ms */
const LOOK_EVERY = 300

export type ImportProgress = NonNullable<Results['import-progress']>
type Again = number[] | null
const asked = (again: Again) => (again === null ? { again: false } : { again: true, only: again })
type ImportCourse = { tell: (progress: ImportProgress) => void; isStopped: () => boolean }

/** Import, and care for damaged sessions. All reject with an Error whose message is for the person. */
export function useArchive() {
  const ask = useAsk()
  const { actions } = useApp()
  const lookAgain = () => Promise.all([actions.loadAll(), actions.loadHealth()])
  return {
    /** What of the archive a model would get although the transcript does not show it. `again`: as below. */
    lookInto: (file: File, again: Again) => ask({ kind: 'look-into-import', file, ...asked(again) }),
    /**
     * `id`: a new id. `keep`: ids of instructions that the person keeps. `course` receives the progress and can stop
     * the import. `again`: places in the file to import although they are here already; null: only what is missing.
     */
    bringIn: async (
      id: string,
      { file, keep, again }: { file: File; keep: string[]; again: Again },
      course: ImportCourse,
    ): Promise<Results['import']> => {
      let ended = false
      const watch = async (): Promise<void> => {
        while (!ended) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
          const progress = ended ? null : await ask({ kind: 'import-progress', id, stop: course.isStopped() })
          if (progress !== null && !ended) course.tell(progress)
        }
      }
      watch().catch((error: unknown) => console.error('How far the import has come is not known', error))
      try {
        const report = await ask({ kind: 'import', file, keep, id, ...asked(again) }).catch(async (error: unknown) => {
          // what came before it has arrived
          await lookAgain().catch(() => {})
          throw error
        })
        await lookAgain()
        return report
      } finally {
        ended = true
      }
    },
    findDamaged: () => ask({ kind: 'find-damaged' }),
    /** Not to be undone. */
    removeDamaged: async (sessionId: string): Promise<void> => {
      await ask({ kind: 'delete-damaged-session', sessionId })
      await lookAgain()
    },
  }
}
