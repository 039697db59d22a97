import type { StreamSnapshot } from '../../protocol/common.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import type { Database } from '../../storage/schema.ts'
import type { RequestEnvironment } from '../request-handlers.ts'
import type { Writer } from '../writer/writer.ts'
import type { Audience } from './audience.ts'
import type { Questions } from './questions.ts'

export type PageEnvironmentPorts = {
  /** null: another tab writes, or none. */
  writer: () => Writer | null
  /** Another tab writes, and can be asked. */
  follows: () => boolean
  streamQuestions: Questions<StreamSnapshot[]>
  machineQuestions: Questions<MachineView>
  audience: Pick<Audience, 'watch' | 'publish'>
  /** The writer's, in this tab or in another. */
  retryCommit: () => void
  privately: NonNullable<RequestEnvironment['privately']>
}

/**
 * What the requests of this tab's page may use. What only the writer knows is asked of it, in this tab or in another.
 */
export const pageEnvironment = (
  db: Database,
  { writer, follows, streamQuestions, machineQuestions, audience, retryCommit, privately }: PageEnvironmentPorts,
): RequestEnvironment => ({
  db,
  liveStreams: async (sessionId) => {
    const own = writer()
    if (own !== null) return own.streams(sessionId)
    return follows() ? streamQuestions.ask(sessionId) : null
  },
  machine: async (sessionId, wire) => {
    const own = writer()
    if (own !== null) return own.machine(sessionId, wire)
    return follows() ? machineQuestions.ask(sessionId, { wire }) : null
  },
  watch: audience.watch,
  settingsChanged: () => audience.publish({ type: 'settings-changed' }),
  sessionsChanged: (sessions) => audience.publish({ type: 'sessions-changed', sessions }),
  retryCommit,
  privately,
})
