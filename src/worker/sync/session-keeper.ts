import type { SyncRow } from '../../storage/schema.ts'
import type { Change } from '../../sync/log-state.ts'
import type { LogWire } from './log-wire.ts'
import type { SharedSession } from './shared-session.ts'

/** What a shared session has of its device. */
export type SessionKeeper = Omit<LogWire, 'sessionId' | 'signal'> & {
  /** Stores a place, and what changes with it. Resolves to the place's row; null: nothing was stored, or this session is no more. */
  keep: (row: SyncRow, change: Change | null) => Promise<SyncRow | null>
  /** Stores a place and, with it, what its person chose: whether it is shared. Resolves to whether that could be stored. */
  keepChoice: (row: SyncRow, shared: boolean) => Promise<boolean>
  /** Whose it is has changed, or whether it can go on. */
  changed: (session: SharedSession) => void
  stopMachine: (sessionId: string) => Promise<void>
  nameOf: (device: string) => string
  report: (error: unknown) => void
}
