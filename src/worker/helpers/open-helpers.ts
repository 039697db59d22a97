import type { Head } from '../../agent/head.ts'
import type { Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { MoorexStopped } from '../../moorex/moorex-stopped.ts'
import { putBlob } from '../../storage/blobs.ts'
import { listHeads } from '../../storage/read.ts'
import { readHead } from '../../storage/read-head.ts'
import type { Database } from '../../storage/schema.ts'
import type { HelperMachine, HelperMachines } from './helper-machine.ts'
import { type Helpers, makeHelpers } from './helpers.ts'

/** The helpers of all sessions of one writer. `heads`: of all sessions, as they are on disk. */
export function openHelpers<Machine extends HelperMachine>(
  {
    db,
    machines,
    start,
    report,
  }: {
    db: Database
    machines: HelperMachines<Machine>
    start: (state: State) => Promise<Machine>
    report: (error: unknown) => void
  },
  heads: readonly Head[],
  isHere: (sessionId: string) => boolean,
): Helpers {
  return makeHelpers(
    {
      head: async (sessionId) => {
        const machine = await machines.alive(sessionId)?.catch(() => undefined)
        return machine?.state().head ?? (await readHead(db, sessionId))
      },
      helpersOf: async (sessionId) =>
        (await listHeads(db)).heads.flatMap((head) => (head.parent?.session === sessionId ? [head.sessionId] : [])),
      dispatch: (sessionId, what) =>
        machines.use(sessionId, async () => {
          const machine = await machines.of(sessionId)
          await machine.dispatch(await INPUTS[what](db, machine))
        }),
      start: async (...helper) => {
        const { startHelper } = await import('./start-helper.ts')
        return startHelper({ start, add: machines.add }, ...helper)
      },
      report: (error) => {
        if (!(error instanceof MoorexStopped)) report(error)
      },
    },
    heads,
    isHere,
  )
}

const stopping = async (db: Database, { live }: HelperMachine) => ({
  spent: live.spent(),
  partials: await live.wholePartials((bytes) => putBlob(db, bytes, Date.now())).catch(() => live.partials()),
})

const INPUTS = {
  release: async (db: Database, machine: HelperMachine): Promise<Unstamped> => ({
    type: 'session-release',
    ...(await stopping(db, machine)),
  }),
  delete: async (db: Database, machine: HelperMachine): Promise<Unstamped> => ({
    type: 'user-delete-session',
    ...(await stopping(db, machine)),
  }),
  restore: async (): Promise<Unstamped> => ({ type: 'user-restore-session' }),
}
