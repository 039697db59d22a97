import type { Immutable } from 'mutative'
import type { SessionItem, StreamSnapshot } from '../../protocol/common.ts'
import type { Results } from '../../protocol/from-worker.ts'
import type { MachineView } from '../../protocol/inspect.ts'
import type { Request } from '../../protocol/to-worker.ts'
import type { Database } from '../../storage/schema.ts'

/** What the answering of a page's requests may use. */
export type RequestEnvironment = {
  db: Database
  /** Text under way as the writer has it; null: nobody runs this session. */
  liveStreams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  /** What the session's machine runs; null: nobody runs it, or nobody has answered. */
  machine: (sessionId: string, wire?: boolean) => Promise<MachineView | null>
  watch: (sessionId: string, watching: boolean) => void
  settingsChanged: () => void
  retryCommit: () => void
  /** Tells every page of lines of the sessions list that changed. */
  sessionsChanged: (sessions: SessionItem[]) => void
}

/**
 * One for each kind of request. Each rejects with Refused (a sentence for the person) or with what storage rejected
 * with.
 */
export type Handlers = {
  [Kind in Request['kind']]: (
    request: Extract<Request, { kind: Kind }>,
    environment: RequestEnvironment,
  ) => Promise<Immutable<Results[Kind]>>
}

/** Those of one domain. */
export type HandlersOf<Kind extends keyof Handlers> = Pick<Handlers, Kind>
