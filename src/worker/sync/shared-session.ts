import type { SyncRow } from '../../storage/schema.ts'
import type { Change, Halt } from '../../sync/log-state.ts'
import type { LogWire } from './log-wire.ts'
import type { Work } from './work-of.ts'

/** One shared session on this device, and what it has of it. */
export type SharedSession = {
  row: () => SyncRow
  halt: () => Halt | null
  mayWork: () => boolean
  /** Looks at the storage, and sends what is unsent, in so many ms at the latest. */
  wake: (ms: number) => void
  committed: (seq: number, work: Work) => void
  /** The journal goes so far, while something of it runs. */
  reached: (seq: number) => void
  isBusy: () => boolean
  /** It waits for a person, and not for long yet. */
  isWaiting: () => boolean
  /** The device that has this session, as it says, is called so. */
  named: (device: string, name: string) => void
  /** Another device wishes to go on with it: it is given back between two answers. Nothing more begins here then. */
  giveBack: () => void
  isLeaving: () => boolean
  /** Whoever had it has given it back, as far as is known. */
  isFree: () => boolean
  /** Resolves when the journal up to `seq` stands in the log and the session is still ours; rejects when the signal is aborted. */
  published: (seq: number, signal: AbortSignal) => Promise<void>
  /** So much is unsent that a run may begin nothing more. */
  isFull: () => boolean
  /** Resolves when a run may begin something; rejects when the signal is aborted. */
  room: (signal: AbortSignal) => Promise<void>
  /**
   * A person here goes on without the storage: what is unsent becomes a session of this device alone, if that can be stored. Resolves to
   * whether anything of it was unsent.
   */
  detach: () => Promise<boolean>
  /** It is this device's own from here on, and nothing of it is sent (`left`), or it is shared again. Rejects when that could not be stored. */
  part: (left: boolean) => Promise<void>
  /** A person here goes on with it. Resolves to whether it is ours now. */
  take: () => Promise<boolean>
  /** Its person deleted it, and it can be restored no more: its log is to say so, when all that is here stands in it. */
  bury: () => void
  /** The storage has only its tombstone. */
  swept: () => void
  /** What the session `copy` holds of this one is decided. Rejects when that could not be stored. */
  settled: (copy: string) => Promise<void>
  slept: () => void
  stop: () => void
}

/** What a shared session has of its device. */
export type SessionKeeper = Omit<LogWire, 'sessionId' | 'signal' | 'sentBlobs'> & {
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
