import type { Immutable } from 'mutative'
import type { SessionItem, StreamSnapshot } from '../protocol/common.ts'
import type { MachineView } from '../protocol/machine-view.ts'
import type { RequestKind, RequestOf, Results } from '../protocol/requests.ts'
import type { Database } from '../storage/schema.ts'

/** Dependencies of the handlers. */
export type RequestEnvironment = {
  db: Database
  /** The writer's streaming text. null: no worker runs this session. */
  liveStreams: (sessionId: string) => Promise<StreamSnapshot[] | null>
  /** The effects that the session's machine runs. null: no worker runs it, or none has answered. */
  machine: (sessionId: string, wire?: boolean) => Promise<MachineView | null>
  watch: (sessionId: string, watching: boolean) => void
  settingsChanged: () => void
  retryCommit: () => void
  /** Sends changed lines of the sessions list to every page. */
  sessionsChanged: (sessions: SessionItem[]) => void
  /** Sessions in this tab's memory; null: there was none yet. */
  privately?: () => Promise<PrivateReads> | null
}

/** What requests need of private sessions. */
export type PrivateReads = {
  /** Where the session is; null: its memory is gone, or never was. */
  of: (sessionId: string) => Promise<(Pick<RequestEnvironment, 'db'> & { writer: PrivateWriter }) | null>
  /** Lines for the list of sessions. */
  items: () => Promise<SessionItem[]>
  /** Stops everything that runs in this session's memory, and forgets it. */
  end: (sessionId: string) => Promise<void>
}
type PrivateWriter = {
  streams: RequestEnvironment['liveStreams']
  machine: RequestEnvironment['machine']
}

/**
 * One handler for each kind of request. Rejects with Refused (a sentence for the person) or with the storage's error.
 */
export type Handlers = {
  [Kind in RequestKind]: (
    request: RequestOf<Kind>,
    environment: RequestEnvironment,
  ) => Promise<Immutable<Results[Kind]>>
}

/** The handlers of one table of requests. */
export type HandlersOf<Table> = Pick<Handlers, keyof Table & RequestKind>
